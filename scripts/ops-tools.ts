import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** Programs that read files of `ops/`, and Debian's packages that bring them. */
export const OPS_TOOLS = { nginx: 'nginx', caddy: 'caddy', promtool: 'prometheus' } as const;

/** Folder for unpacked tools, used when the system has none. */
export const OPS_TOOLS_FOLDER = path.join(import.meta.dirname, '../.tmp/ops-tools');

/** Option that prints the version. A tool that can print it has all its dependencies. */
const VERSION_ARGUMENTS = { nginx: '-v', caddy: 'version', promtool: '--version' } as const;

/** Returns the path of a tool: the system's own, or the unpacked one; null where neither is available. */
export function findOpsTool(name: keyof typeof OPS_TOOLS): string | null {
  const places = [name, `/usr/sbin/${name}`];
  const unpacked = ['usr/sbin', 'usr/bin'].map((folder) => path.join(OPS_TOOLS_FOLDER, folder, name));
  return (
    [...places, ...unpacked].find((place) => spawnSync(place, [VERSION_ARGUMENTS[name]]).status === 0) ?? null
  );
}
