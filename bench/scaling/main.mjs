// Writes what follows from the last bench and from assumed.mjs into docs/scaling.md.
import { readMeasured, writePlan } from './page.mjs';

const measured = readMeasured();
if (measured) await writePlan(measured);
else {
  process.stderr.write('bench/results/latest.json is not there: a whole bench writes it\n');
  process.exitCode = 1;
}
