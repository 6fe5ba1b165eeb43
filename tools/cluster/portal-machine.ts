import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Network } from './network.ts';
import type { Programs } from './find-programs.ts';
import { formatDatabaseProxy } from './haproxy-settings.ts';
import { SupervisedProgram } from './supervised-program.ts';
import { makeFolder, getPorts, ROOT, type Settings } from './settings.ts';

/** A portal and its HAProxy, which leads to the primary. */
export class PortalMachine {
  readonly index: number;
  readonly name: string;
  readonly portal: SupervisedProgram;
  readonly proxy: SupervisedProgram;
  readonly url: string;
  /** The program's folder: a rolling update changes it. */
  program = ROOT;

  constructor(index: number, settings: Settings, network: Network, programs: Programs) {
    this.index = index;
    this.name = `portal${index + 1}`;
    const ports = getPorts.portal(settings.basePort, index);
    this.url = `http://127.0.0.1:${ports.http}`;
    const logs = makeFolder(settings, 'logs');
    const config = path.join(settings.folder, `${this.name}.haproxy`);
    writeFileSync(config, formatDatabaseProxy(settings, network, index));
    this.proxy = new SupervisedProgram({
      name: `${this.name}-haproxy`,
      logs,
      command: () => [programs.haproxy, '-db', '-f', config],
      timeoutMs: 8000,
    });
    const data = makeFolder(settings, this.name);
    this.portal = new SupervisedProgram({
      name: this.name,
      logs,
      command: () => [process.execPath, path.join(this.program, 'api/src/main.ts')],
      env: () => ({
        DATABASE_URL: databaseUrl(settings, index),
        DATA_DIR: data,
        DEMO: '1',
        PORT: String(ports.http),
        DRAIN_MS: '1500',
        CHECK_REPLIES: '0',
        FILES_S3_URL: `http://127.0.0.1:${getPorts.s3(settings.basePort)}`,
        FILES_S3_BUCKET: 'magistral',
        FILES_S3_KEY_ID: 'cluster',
        FILES_S3_SECRET: settings.secrets.s3,
        ...(process.env.LOG_LEVEL ? { LOG_LEVEL: process.env.LOG_LEVEL } : {}),
      }),
    });
  }

  async isReady(): Promise<boolean> {
    return fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(4000) }).then(
      (answer) => answer.ok,
      () => false,
    );
  }

  async stop(): Promise<void> {
    await this.portal.stop();
    await this.proxy.stop();
  }
}

/** Address of the primary by way of this portal's HAProxy. */
export function databaseUrl({ basePort, secrets }: Settings, portal = 0): string {
  return `postgres://magistral:${secrets.portal}@127.0.0.1:${getPorts.portal(basePort, portal).database}/magistral`;
}
