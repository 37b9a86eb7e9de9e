package catalog_test
import ("testing";"testing/fstest";"math/rand";"maps";"slices";"time";"os";"fmt")
func TestZZ(t *testing.T){
 m:=copiedFiles(t); names:=slices.Sorted(maps.Keys(m))
 toks:=[]string{"null","[]","{}","- a\n","\"","'","1","true","a: b","{a: b}","[a]","version","effects","~","\n","  ","x.y","${","{","}",": ","event","params","!","&&","(",")","1.5","99999999999999999999"}
 seed:=time.Now().UnixNano(); if s:=os.Getenv("SEED"); s!=""{ fmt.Sscan(s,&seed)}
 r:=rand.New(rand.NewSource(seed)); n:=0
 var cur fstest.MapFS
 defer func(){ if e:=recover(); e!=nil { for k,v:=range cur { if string(v.Data)!=string(m[k].Data) { fmt.Println("FILE",k); fmt.Println(string(v.Data)) } }; panic(e) } }()
 ok:=0
 for end:=time.Now().Add(150*time.Second); time.Now().Before(end); { 
  name:=names[r.Intn(len(names))]; old:=string(m[name].Data)
  for k:=0;k<1+r.Intn(2);k++{
   switch r.Intn(4){
   case 0: at:=r.Intn(len(old)+1); cut:=r.Intn(6); e:=min(at+cut,len(old)); old=old[:at]+toks[r.Intn(len(toks))]+old[e:]
   case 1: // drop a line
     ls:=splitLines(old); i:=r.Intn(len(ls)); ls=append(ls[:i:i],ls[i+1:]...); old=join(ls)
   case 2: // replace value after colon
     ls:=splitLines(old); i:=r.Intn(len(ls)); if j:=indexColon(ls[i]); j>=0 { ls[i]=ls[i][:j+1]+" "+toks[r.Intn(len(toks))]+"\n" }; old=join(ls)
   case 3: ls:=splitLines(old); i:=r.Intn(len(ls)); j:=r.Intn(len(ls)); ls[i],ls[j]=ls[j],ls[i]; old=join(ls)
   }
   if old=="" {break}
  }
  cur=maps.Clone(m); cur[name]=&fstest.MapFile{Data:[]byte(old)}
  c,p:=loadFS(cur); n++
  if (c==nil)!=p.HasErrors() { t.Fatal(name, old, p) }
  if c!=nil { ok++; c.CheckLock(c.Bundles[0]) }
 }
 fmt.Println(n,ok)
}
func splitLines(s string) []string { var o []string; for len(s)>0 { i:=0; for i<len(s)&&s[i]!='\n' {i++}; if i<len(s){i++}; o=append(o,s[:i]); s=s[i:] }; if o==nil{o=[]string{""}}; return o }
func join(l []string) string { s:=""; for _,x:=range l{s+=x}; return s }
func indexColon(s string) int { for i:=range s { if s[i]==':' {return i} }; return -1 }
