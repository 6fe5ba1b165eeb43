import type { Cluster, Place } from './cluster.ts';

/** A way to back up a cluster, archive its log, and make a new cluster of both. */
export interface BackupWay {
  name: string;
  /** Settings that the cluster starts with. */
  settings: Readonly<Record<string, string>>;
  /** Runs once, before any important data are written. */
  prepare(cluster: Cluster): Promise<void>;
  /** A whole backup, while the cluster is at work. */
  backUp(cluster: Cluster): Promise<void>;
  /** Puts into an empty place what will recover to this moment when it is started. */
  restore(to: Place, moment: Date): Promise<void>;
}

/** Formats a moment so that PostgreSQL reads it the same in any time zone: `2026-11-26 09:15:03+00`. */
export function targetTime(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replace('T', ' ')}+00`;
}
