import type { Network } from './network.ts';
import { MACHINES, getPorts, PORTALS, type Settings } from './settings.ts';

/**
 * Runs beside each portal and routes to the machine that Patroni calls the primary. Connections to a machine that is no
 * longer primary are closed, so that no portal continues with a previous leader.
 */
export function formatDatabaseProxy({ basePort }: Settings, network: Network, portal: number): string {
  const servers = Array.from({ length: MACHINES }, (_, machine) => {
    const { postgres, patroni } = getPorts.machine(basePort, machine);
    const address = network.addresses[machine];
    return `  server db${machine + 1} ${address}:${postgres} check addr ${address} port ${patroni}`;
  });
  return `${COMMON}
listen primary
  mode tcp
  bind 127.0.0.1:${getPorts.portal(basePort, portal).database}
  # Who is refused asks anew by himself: HAProxy would wait a second before it tries the same machine again, three times.
  retries 0
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fastinter 150ms downinter 150ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
}

/** The address that people use: a portal that is not ready gets nothing new. */
export function formatPortalProxy({ basePort }: Settings): string {
  const servers = Array.from({ length: PORTALS }, (_, portal) => {
    return `  server portal${portal + 1} 127.0.0.1:${getPorts.portal(basePort, portal).http} check`;
  });
  return `${COMMON}
listen portal
  mode http
  bind 127.0.0.1:${getPorts.door(basePort)}
  balance roundrobin
  option forwardfor
  # Only what was not sent yet is sent to the other one.
  option redispatch 1
  retries 3
  option httpchk GET /healthz
  default-server inter 500ms fastinter 200ms downinter 200ms fall 2 rise 1
${servers.join('\n')}
`;
}

const COMMON = `global
  maxconn 4000
  # A stopped one does not wait for streams that stay open for hours.
  hard-stop-after 5s

defaults
  timeout connect 1s
  timeout check 1500ms
  # Connections that only listen are silent for long; the portal watches them itself.
  timeout client 24h
  timeout server 24h
  option clitcpka
  option srvtcpka
`;
