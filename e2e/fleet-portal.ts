import fs from 'node:fs';
import path from 'node:path';
import { makeDataFolder, removeDataFolder, startPortal } from './portal.ts';

export interface FleetPortal {
  address: string;
  /** Kills by SIGKILL. The next process finds what was stored. */
  killAndStart(): Promise<void>;
  advance(seconds: number): Promise<void>;
  stop(): Promise<void>;
}

/** A portal with the demonstration programme that may die at any moment, and whose clock goes ahead. */
export async function fleetPortal(port: number): Promise<FleetPortal> {
  const folder = makeDataFolder();
  const settings = path.join(folder, 'postgres/postgresql.auto.conf');
  // Ensures that acknowledged writes survive the kill, as in production.
  if (fs.existsSync(settings)) fs.appendFileSync(settings, 'synchronous_commit = on\n');
  let running = await startPortal(port, {}, folder);
  const { address } = running;

  async function advance(seconds: number): Promise<void> {
    const answer = await fetch(`${address}/dev/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ seconds }),
    });
    if (!answer.ok) throw new Error(`the clock did not move: ${await answer.text()}`);
  }

  return {
    address,
    async killAndStart() {
      await running.kill();
      running = await startPortal(port, {}, folder);
    },
    advance,
    async stop() {
      await running.stop();
      removeDataFolder(folder);
    },
  };
}
