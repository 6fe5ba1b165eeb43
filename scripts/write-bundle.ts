import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildContext } from '../api/src/compose/build-context.ts';
import { readConfig } from '../api/src/config/config.ts';
import { mintCompanyScope } from '../api/src/db/company-scope.ts';
import { findRunningPostgres, startEmbeddedPostgres } from '../api/src/db/embedded-postgres.ts';
import { saveBundle } from '../api/src/modules/papers/bundles/save-bundle.ts';
import { deriveSigningKey } from '../api/src/modules/papers/bundles/signing-key.ts';

/**
 * Writes the signed bundle of a day: `npm run bundle -- --day=2026-11-28`. `--from=2026-11-01`: of all days from there on;
 * `--company=17`: of one company; `--out=file.zip`; `--key`: prints the public key and writes nothing. Next to a running
 * portal it uses the portal's database. `verify/verify.py` checks what it wrote.
 */
const { values } = parseArgs({
  options: {
    day: { type: 'string' },
    from: { type: 'string' },
    company: { type: 'string' },
    out: { type: 'string' },
    key: { type: 'boolean', default: false },
  },
});
const config = readConfig(process.env);
const { key: secret } = config.bundles;
if (secret === null) throw new Error('BUNDLE_KEY is not set: bundles are signed');
if (values.key) process.stdout.write(`${deriveSigningKey(secret).publicKey}\n`);
else await write(secret);

async function write(key: string): Promise<void> {
  const to = requireDay(values.day, '--day');
  const from = values.from === undefined ? to : requireDay(values.from, '--from');
  if (from > to) throw new Error('--from is later than --day');
  const out = values.out ?? `bundle-${values.company ? `${values.company}-` : ''}${to}.zip`;
  const dataDir = path.join(config.dataDir, 'postgres');
  const running = config.databaseUrl ?? findRunningPostgres({ dataDir });
  const own = running === null ? await startEmbeddedPostgres({ dataDir }) : null;
  try {
    const ctx = buildContext(config, { databaseUrl: running ?? (own?.url as string), simulated: null });
    try {
      await ctx.programme.reread();
      const scope = values.company === undefined ? null : mintCompanyScope(Number(values.company));
      await saveBundle(ctx, { scope, days: { from, to }, secret: key }, out);
      process.stdout.write(`${out}\n`);
    } finally {
      await ctx.db.close();
    }
  } finally {
    await own?.stop();
  }
}

function requireDay(text: string | undefined, name: string): string {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text))
    throw new Error(`${name} is a day: 2026-11-28`);
  return text;
}
