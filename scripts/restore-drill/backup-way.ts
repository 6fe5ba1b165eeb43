import type { Cluster, Place } from './cluster.ts';

/** How a cluster is backed up, its log archived, and a new cluster made of both. */
export interface BackupWay {
  name: string;
  /** What the cluster is started with. */
  settings: Readonly<Record<string, string>>;
  /** Once, before anything worth keeping is written. */
  prepare(cluster: Cluster): Promise<void>;
  /** A whole backup, while the cluster is at work. */
  backUp(cluster: Cluster): Promise<void>;
  /** Puts into an empty place what will recover to this moment when it is started. */
  restore(to: Place, moment: Date): Promise<void>;
}

/** As PostgreSQL reads it, whatever its time zone: `2026-11-26 09:15:03+00`. */
export function targetTime(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replace('T', ' ')}+00`;
}
