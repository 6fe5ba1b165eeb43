import { spawnSync } from 'node:child_process';

/** The machines' network: a cable to each, which can be pulled. */
export interface Network {
  /** Addresses, by machine. */
  readonly addresses: readonly string[];
  /** Each machine has a network of its own. Without it all share loopback and no cable can be pulled. */
  readonly hasCables: boolean;
  /** Returns the command in the form that runs on this machine. */
  on(machine: number, command: readonly string[]): readonly string[];
  pull(machine: number): void;
  plugIn(machine: number): void;
  remove(): void;
}

/** Makes a network of kernel namespaces joined by a bridge, where root may create them; else uses loopback. No packet leaves this machine. */
export function makeNetwork(machines: number, basePort: number): Network {
  const loopback: Network = {
    addresses: Array.from({ length: machines }, () => '127.0.0.1'),
    hasCables: false,
    on: (_machine, command) => command,
    pull: () => {},
    plugIn: () => {},
    remove: () => {},
  };
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return loopback;
  const network = namespaceNetwork(machines, basePort);
  network.remove();
  try {
    createNamespaces(machines, basePort);
    return network;
  } catch {
    network.remove();
    return loopback;
  }
}

interface Names {
  bridge: string;
  subnet: string;
  machine(machine: number): { space: string; cable: string; inner: string; address: string };
}

/** Two clusters with different ports have different networks. */
function makeNames(basePort: number): Names {
  const subnet = `10.213.${Math.floor(basePort / 100) % 256}`;
  return {
    bridge: `mgbr${basePort}`,
    subnet,
    machine: (machine) => ({
      space: `magistral-${basePort}-${machine + 1}`,
      cable: `mg${basePort}-${machine + 1}`,
      inner: `mi${basePort}-${machine + 1}`,
      address: `${subnet}.${machine + 1}`,
    }),
  };
}

function createNamespaces(machines: number, basePort: number): void {
  const { bridge, subnet, machine } = makeNames(basePort);
  ip('link', 'add', bridge, 'type', 'bridge');
  ip('address', 'add', `${subnet}.254/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  for (let index = 0; index < machines; index += 1) {
    const { space, cable, inner, address } = machine(index);
    ip('netns', 'add', space);
    ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', inner);
    ip('link', 'set', inner, 'netns', space);
    ip('link', 'set', cable, 'master', bridge, 'up');
    ip('-n', space, 'address', 'add', `${address}/24`, 'dev', inner);
    ip('-n', space, 'link', 'set', inner, 'up');
    ip('-n', space, 'link', 'set', 'lo', 'up');
  }
}

function namespaceNetwork(machines: number, basePort: number): Network {
  const { bridge, machine } = makeNames(basePort);
  const all = Array.from({ length: machines }, (_, index) => machine(index));
  const of = (index: number): (typeof all)[number] => all[index] as (typeof all)[number];
  return {
    addresses: all.map(({ address }) => address),
    hasCables: true,
    on: (index, command) => ['ip', 'netns', 'exec', of(index).space, ...command],
    pull: (index) => ip('link', 'set', of(index).cable, 'nomaster'),
    plugIn: (index) => ip('link', 'set', of(index).cable, 'master', bridge),
    remove() {
      for (const { space, cable } of all) {
        tryIp('link', 'delete', cable);
        tryIp('netns', 'delete', space);
      }
      tryIp('link', 'delete', bridge);
    },
  };
}

function ip(...args: string[]): void {
  const { status, stderr, error } = spawnSync('ip', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr || error?.message}`);
}

function tryIp(...args: string[]): void {
  spawnSync('ip', args, { stdio: 'ignore' });
}
