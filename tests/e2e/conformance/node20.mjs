// The suite imports a function of Node 22 that none of its server scenarios calls. Loaded with
// --import, this lets Node 20 run them: the suite gets an fs module that has it.
import * as fs from 'node:fs';
import { register } from 'node:module';

if (!fs.globSync) register('./node20_hooks.mjs', import.meta.url);
