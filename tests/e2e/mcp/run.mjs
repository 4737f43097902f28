// Runs every test file of this folder in a process of its own.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
let passed = 0;
let failed = 0;

for (const file of readdirSync(here).filter((name) => name.endsWith('_test.mjs')).sort()) {
  console.log(`# ${file}`);
  const run = spawnSync(process.execPath, [join(here, file)], { encoding: 'utf8', timeout: 120_000 });
  process.stdout.write(run.stdout ?? '');
  process.stderr.write(run.stderr ?? '');
  const counts = /(\d+) passed, (\d+) failed\s*$/.exec(run.stdout ?? '');
  passed += counts ? Number(counts[1]) : 0;
  failed += counts ? Number(counts[2]) : 1;
}

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
