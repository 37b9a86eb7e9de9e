package mutate
import ("testing";"os";"time";"context";"fmt";"regexp";"strings";"github.com/contractc/contractc/catalog")
func TestZZ(t *testing.T){
 t0:=time.Now()
 r,p,err:=New(context.Background(),[]catalog.Source{{FS: os.DirFS("../../policies"), Name: "policies", Origin: catalog.OriginFolder}},Options{Locale:"en",Workers:2})
 if r==nil||err!=nil{t.Fatal(p,err)}
 t1:=time.Now()
 all:=r.Mutants()
 t2:=time.Now()
 sel:=all
 if re:=os.Getenv("RUNRE");re!=""{sel=Matching(all,regexp.MustCompile(re))}
 if err:=r.Judge(context.Background(),sel);err!=nil{t.Fatal(err)}
 t3:=time.Now()
 rep,stale:=r.Report(all,sel)
 var b strings.Builder
 by:=map[string]map[string]int{}
 for _,m:=range rep.Mutants{
  k:=string(m.Element); if by[k]==nil{by[k]=map[string]int{}}; by[k][string(m.Outcome)]++
  reason:=""; if m.Reason!=nil{reason=*m.Reason}
  killer:=""; if m.KilledBy!=nil{killer=m.KilledBy.Name}
  fmt.Fprintf(&b,"%s\t%s:%d:%d\t%s\t%s\t%s\t%s -> %s\t%d\t%s%s\n",m.Outcome,m.File,m.Line,m.Column,m.Element,m.Id,m.Operator,m.Before,m.After,m.Tests,reason,killer)
 }
 os.WriteFile("/tmp/mutate-x/report.txt",[]byte(b.String()),0o644)
 fmt.Println("new",t1.Sub(t0),"gen",t2.Sub(t1),"judge",t3.Sub(t2),len(all),len(sel),rep.Killed,rep.Survived,rep.Rejected,rep.Stopped,stale)
 for k,v:=range by{fmt.Println(k,v)}
}
