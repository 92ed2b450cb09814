#!/bin/sh
# Takes out of a node_modules what nothing is run from: types, maps, TypeScript, documentation, and the builds of typeorm and
# rxjs for browsers and old bundlers.
set -eu
cd "$1"
find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.tsbuildinfo' \) -delete
find . -type f \( -iname '*.md' -o -iname '*.markdown' \) ! -iname '*licen[cs]e*' -delete
# @nestjs/swagger has it for its compiler plugin, which has done its work.
rm -rf typescript .bin/tsc .bin/tsserver
rm -rf typeorm/browser rxjs/src rxjs/dist/bundles rxjs/dist/esm5
find . -type d -empty -delete
