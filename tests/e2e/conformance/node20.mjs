// The suite imports a Node 22 function that its server scenarios do not call. Loaded with
// --import, this module gives the suite an fs module that has it, so that Node 20 can run
// it.
import * as fs from 'node:fs';
import { register } from 'node:module';

if (!fs.globSync) register('./node20_hooks.mjs', import.meta.url);
