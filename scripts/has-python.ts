import { spawnSync } from 'node:child_process';

/** Whether this machine has the Python that `verify/` is written in. A bare one may lack it. */
export const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0;
