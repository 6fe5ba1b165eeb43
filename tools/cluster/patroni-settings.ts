import type { Programs } from './find-programs.ts';
import type { Network } from './network.ts';
import { MACHINES, getPorts, type Settings } from './settings.ts';

/**
 * A dead leader's key ends after `ttl`; the winner promotes within a second or two, and HAProxy sees it within half a
 * one: 9 s at most. `ttl` must cover a turn and two patient tries (loop_wait + 2 × retry_timeout), or a slow etcd
 * alone would take a healthy leader's key. Machines that are often busy for seconds want 30, 10, 10: fewer needless
 * changes, a longer outage.
 */
export const TIMES = { ttl: 7, loop_wait: 1, retry_timeout: 3 };

/** A standby that is silent for this long is dropped: commits that wait for it wait for another one. */
const SILENCE = '3s';

export function patroniSettings(
  name: string,
  machine: number,
  data: string,
  settings: Settings,
  network: Network,
  programs: Programs,
): object {
  const { basePort, secrets } = settings;
  const of = (index: number, kind: 'etcd' | 'postgres' | 'patroni'): string =>
    `${network.addresses[index]}:${getPorts.machine(basePort, index)[kind]}`;
  const rest = { listen: of(machine, 'patroni'), connect_address: of(machine, 'patroni') };
  return {
    scope: 'magistral',
    name,
    restapi: rest,
    // Each machine's own etcd comes first; the others are asked when that one does not answer. Version 2 of its calls
    // is used: there a leader renews its key only while the key is its own. With version 3, Patroni 3.0.2 overwrites
    // the key of a new holder (decision 77): a leader whose PostgreSQL had stood still took the lead back, behind the
    // history of the new one.
    etcd: { hosts: Array.from({ length: MACHINES }, (_, turn) => of((machine + turn) % MACHINES, 'etcd')) },
    bootstrap: {
      dcs: {
        ...TIMES,
        // A standby that is behind by more than this does not become the leader. A synchronous standby never is.
        maximum_lag_on_failover: 1_048_576,
        // A commit is acknowledged when a second machine has it too, and never otherwise.
        synchronous_mode: true,
        synchronous_mode_strict: true,
        // A leader that has crashed is given so long to come up again before a standby takes over.
        primary_start_timeout: 3,
        // Timeout for an orderly end at a switchover.
        primary_stop_timeout: 5,
        // A new leader makes the slots of its standbys a turn or two after its promotion, and until then no commit
        // ends. So log is retained by size instead; a standby that lacks more than that is cloned again.
        postgresql: { use_pg_rewind: true, use_slots: false, parameters: PARAMETERS },
      },
      initdb: [
        // Sorts as the embedded database does (api/src/db/embedded-postgres.ts).
        { encoding: 'UTF8' },
        { 'locale-provider': 'icu' },
        { 'icu-locale': 'ru-RU' },
        { locale: 'C' },
        { 'lc-ctype': 'C.UTF-8' },
        'data-checksums',
      ],
    },
    postgresql: {
      listen: of(machine, 'postgres'),
      connect_address: of(machine, 'postgres'),
      data_dir: data,
      bin_dir: programs.postgres,
      pgpass: `${data}.pgpass`,
      parameters: { unix_socket_directories: '' },
      // A previous leader that cannot be rewound is cloned again.
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
      pg_hba: [
        'host replication replicator 127.0.0.0/8 scram-sha-256',
        'host replication replicator 10.213.0.0/16 scram-sha-256',
        'host all all 127.0.0.0/8 scram-sha-256',
        'host all all 10.213.0.0/16 scram-sha-256',
      ],
      authentication: {
        superuser: { username: 'postgres', password: secrets.superuser },
        replication: { username: 'replicator', password: secrets.replication },
      },
    },
  };
}

const PARAMETERS = {
  max_connections: 250,
  password_encryption: 'scram-sha-256',
  wal_sender_timeout: SILENCE,
  wal_receiver_timeout: SILENCE,
  // A standby that has lost its leader tries the next one at once.
  wal_retrieve_retry_interval: '100ms',
  wal_keep_size: '1GB',
  min_wal_size: '512MB',
  max_wal_size: '2GB',
  shared_buffers: '128MB',
  // Detects a client that dies in the middle of an answer.
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 2,
  tcp_keepalives_count: 3,
};
