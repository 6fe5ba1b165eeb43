import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { hexHashOf } from '../../api/src/lib/secrets.ts';
import { bankFileBytes } from '../../api/src/modules/money/bank/example-bank-file.ts';
import type { Mover } from '../../bench/prepare-carriers.ts';
import { withClient } from './cluster.ts';
import { giveCode, type OpenPaper, type People } from './prepare-people.ts';

/** What a person did, and what he knows of it: that it was acknowledged, or that there was no answer. */
export interface Deed {
  kind: 'transfer' | 'statement' | 'confirmation';
  /** Its request key; of a confirmation, its document. */
  key: string;
  /** Money that it moved; a confirmation moves none. */
  sumKopecks: number;
  /** Of the file that came with it. */
  sha256?: string;
  startedAt: number;
  acknowledgedAt: number | null;
}

export interface Told {
  /** What people know of: everything that they did. */
  done: readonly Deed[];
  refused: readonly string[];
  moment: Date;
}

export interface Deeds {
  /** In the order of their beginnings; grows until the end. */
  readonly done: readonly Deed[];
  /** Answers other than yes; no answer at all is none of these. */
  readonly refused: readonly string[];
  /** Acknowledged ones that began at this time or later. */
  since(time: number): Deed[];
  /** One document more is confirmed: the demonstration has a few that are open. */
  confirm(): Promise<void>;
  /** Waits for those under way; whatever the portal is doing by then. */
  end(): Promise<void>;
}

const WORKERS = 4;
const PAUSE_MS = 20;
const STATEMENT_PAUSE_MS = 400;
const OWN_ACCOUNT = '40702810200000000001';

/** People at work: transfers almost without a pause, and now and then a statement of the bank. */
export function startDeeds(url: string, databaseUrl: string, people: People): Deeds {
  const done: Deed[] = [];
  const refused: string[] = [];
  let goesOn = true;
  const movers = people.movers.values();
  const papers = people.papers.values();

  async function repeat(pauseMs: number, next: () => Promise<boolean>): Promise<void> {
    while (goesOn && (await next().catch(() => true))) await sleep(pauseMs);
  }
  async function acknowledged(deed: Deed, send: () => Promise<Response>): Promise<void> {
    done.push(deed);
    const reply = await send();
    const said = await reply.text();
    if (reply.status === 200) deed.acknowledgedAt = Date.now();
    else refused.push(`${deed.kind} was answered ${reply.status}: ${said.slice(0, 300)}`);
  }
  const loops = [
    ...Array.from({ length: WORKERS }, () =>
      repeat(PAUSE_MS, async () => {
        const { value, done: over } = movers.next();
        if (over || value === undefined) return false;
        const { deed, send } = transferOf(url, value);
        await acknowledged(deed, send);
        return true;
      }),
    ),
    repeat(STATEMENT_PAUSE_MS, async () => {
      const { deed, send } = statementOf(url, people);
      await acknowledged(deed, send);
      return true;
    }),
  ];
  return {
    done,
    refused,
    since: (time) => done.filter((one) => one.startedAt >= time && one.acknowledgedAt !== null),
    async confirm() {
      const { value: paper } = papers.next();
      if (!paper) throw new Error('the demonstration has no more documents to confirm');
      const code = await withClient(databaseUrl, (client) => giveCode(client, people.admin));
      const { deed, send } = confirmationOf(url, { paper, token: people.admin.token, code });
      await acknowledged(deed, send);
    },
    async end() {
      goesOn = false;
      await Promise.all(loops);
    },
  };
}

interface Prepared {
  deed: Deed;
  send(): Promise<Response>;
}

function deedOf(said: Pick<Deed, 'kind' | 'sumKopecks' | 'sha256'> & { key?: string }): Deed {
  return { key: `drill-${randomUUID()}`, startedAt: Date.now(), acknowledgedAt: null, ...said };
}

function transferOf(url: string, { token, code, cardId }: Mover): Prepared {
  const sumKopecks = randomInt(100_00, 5000_00);
  const deed = deedOf({ kind: 'transfer', sumKopecks });
  return {
    deed,
    send: () =>
      post(`${url}/api/card/${cardId}/transaction`, {
        token,
        key: deed.key,
        json: { mode: 1, sms: code, sum: sumKopecks / 100 },
      }),
  };
}

/** A payment of one company, as its bank writes it. */
function statementOf(url: string, { inns, staffToken }: People): Prepared {
  const sumKopecks = randomInt(1000_00, 90_000_00);
  const bytes = new Uint8Array(bankFileBytes(linesOf(inns[randomInt(inns.length)] ?? '', sumKopecks)));
  const deed = deedOf({ kind: 'statement', sumKopecks, sha256: hexHashOf(bytes) });
  const file = new FormData();
  file.append('file', new Blob([bytes]), 'kl_to_1c.txt');
  return {
    deed,
    send: () =>
      fetch(`${url}/staff/api/bank-statements`, {
        method: 'POST',
        headers: { 'x-auth-token': staffToken, 'idempotency-key': deed.key },
        body: file,
      }),
  };
}

let serial = 0;

function linesOf(inn: string, sumKopecks: number): string[] {
  serial += 1;
  const day = new Date(Date.now() - 24 * 3600_000).toLocaleDateString('ru-RU', { timeZone: 'Europe/Moscow' });
  return [
    '1CClientBankExchange',
    'ВерсияФормата=1.03',
    'Кодировка=Windows',
    `РасчСчет=${OWN_ACCOUNT}`,
    'СекцияДокумент=Платежное поручение',
    `Номер=${700_000 + serial}`,
    `Дата=${day}`,
    `Сумма=${(sumKopecks / 100).toFixed(2)}`,
    'ПлательщикСчет=40702810500000000001',
    `ПлательщикИНН=${inn}`,
    'Плательщик1=ООО "Замер"',
    `ПолучательСчет=${OWN_ACCOUNT}`,
    `ДатаПоступило=${day}`,
    'ПолучательИНН=7712345671',
    'НазначениеПлатежа=Пополнение',
    'КонецДокумента',
    'КонецФайла',
  ];
}

function confirmationOf(
  url: string,
  { paper, token, code }: { paper: OpenPaper; token: string; code: string },
): Prepared {
  const { id, partnerId, month } = paper;
  return {
    deed: deedOf({ kind: 'confirmation', key: `document-${id}`, sumKopecks: 0 }),
    send: () =>
      post(`${url}/api/doc/acceptDoc`, {
        token,
        json: { partner_id: partnerId, date: month, id, sms: code },
      }),
  };
}

function post(address: string, said: { token: string; key?: string; json: unknown }): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    headers: {
      'x-auth-token': said.token,
      'content-type': 'application/json',
      ...(said.key ? { 'idempotency-key': said.key } : {}),
    },
    body: JSON.stringify(said.json),
  });
}
