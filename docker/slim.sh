#!/bin/sh
# Takes out of a node_modules what nothing is run from: types, maps, TypeScript, documentation, the builds of typeorm, rxjs and
# swagger-ui for browsers and old bundlers, and weights of fonts that nothing is printed in (src/platform/fonts).
set -eu
cd "$1"
find . -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.tsbuildinfo' \) -delete
find . -type f \( -iname '*.md' -o -iname '*.markdown' \) ! -iname '*licen[cs]e*' -delete
# @nestjs/swagger has it for its compiler plugin, which has done its work.
rm -rf typescript .bin/tsc .bin/tsserver
rm -rf typeorm/browser rxjs/src rxjs/dist/bundles rxjs/dist/esm5 swagger-ui-dist/swagger-ui-es-bundle* libphonenumber-js/bundle
rm -rf class-validator/bundles class-validator/esm5 class-validator/esm2015 bintrees/test
# Node.js takes their other build.
find @aws-sdk @smithy -type d -name dist-es -prune -exec rm -rf {} +
find es-toolkit -type f -name '*.js' -delete
find @embedpdf -path '*/fonts/*' -type f ! -name '*-Regular.?tf' ! -name '*-Bold.?tf' ! -name 'NotoSans-Italic.ttf' \
  ! -name 'NotoSans-BoldItalic.ttf' -delete
find @expo-google-fonts -type f \( -name '*.ttf' -o -name '*.png' \) ! -path '*/400Regular/*' ! -path '*/700Bold/*' -delete
find . -type d -empty -delete
