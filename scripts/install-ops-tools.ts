import { mayInstallFromDebian, unpackFromDebian } from './install-from-debian.ts';
import { findOpsTool, OPS_TOOLS, OPS_TOOLS_FOLDER } from './ops-tools.ts';

/**
 * Installs nginx, Caddy and promtool for the tests of `ops/`: 30 MB, unpacked into `.tmp`, since set up they would
 * start services. Where they are unavailable the tests report that and go without.
 */
const names = Object.keys(OPS_TOOLS) as (keyof typeof OPS_TOOLS)[];
const missing = names.filter((name) => findOpsTool(name) === null);
if (missing.length > 0 && mayInstallFromDebian())
  unpackFromDebian(
    missing.map((name) => OPS_TOOLS[name]),
    OPS_TOOLS_FOLDER,
  );
const still = names.filter((name) => findOpsTool(name) === null);
if (still.length > 0)
  console.log(
    `Without ${still.join(', ')} (Debian: ${still.map((name) => OPS_TOOLS[name]).join(', ')}) their files are read by less.`,
  );
