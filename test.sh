#!/usr/bin/env bash
# Installs what the tests need and runs them all. Arguments go to go test.
set -euo pipefail
cd "$(dirname "$0")"
export CGO_ENABLED=0 GOFLAGS="${GOFLAGS:-} -buildvcs=false"

# The Unicode tables are generated again and compared; the first two hold their
# sources. Then there are the solvers that read lowered constraints, and what reads
# exported graphs, and a registry that bundles are pushed to.
packages=(unicode-data python3-confusable-homoglyphs z3 cvc5 python3-rdflib git docker-registry)
missing=()
for program in node npm; do
  command -v "$program" >/dev/null || missing+=("${program/#node/nodejs}")
done
for package in "${packages[@]}"; do
  dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
  echo "installing ${missing[*]}"
  sudo=""
  [ "$(id -u)" -eq 0 ] || sudo=sudo
  $sudo apt-get update -qq
  $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" >/dev/null
fi

scripts/install-shacl-engine >/dev/null
scripts/install-sarif-schema >/dev/null

# Random tests begin with one number, so that they say the same of a commit in every
# run; RAPID_SEED=0 ./test.sh looks for what nobody has seen yet, as scripts/fuzz does.
export RAPID_SEED="${RAPID_SEED:-1}"

go test "$@" ./...
