import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashSha256Hex } from '../../api/src/lib/secrets.ts';
import { bankFileBytes } from '../../api/src/modules/money/bank/file/example-bank-file.ts';
import type { TransferClient } from '../bench/data/prepare-carriers.ts';
import { withClient } from './cluster.ts';
import { giveCode, type OpenDocument, type People } from './prepare-people.ts';

/** A user's action, and its outcome as the user knows it: acknowledged, or no answer. */
export interface UserAction {
  kind: 'transfer' | 'statement' | 'confirmation';
  /** Request key of the action; for a confirmation, its document. */
  key: string;
  /** Money that it moved; a confirmation moves none. */
  sumKopecks: number;
  /** Hash of the uploaded file. */
  sha256?: string;
  startedAt: number;
  acknowledgedAt: number | null;
}

export interface ActionLog {
  /** All actions of the users. */
  done: readonly UserAction[];
  refused: readonly string[];
  moment: Date;
}

export interface RunningActions {
  /** Sorted by their start; grows until the end. */
  readonly done: readonly UserAction[];
  /** Answers other than yes; no answer at all is none of these. */
  readonly refused: readonly string[];
  /** Acknowledged ones that began at this time or later. */
  since(time: number): UserAction[];
  /** One document more is confirmed: the demonstration has a few that are open. */
  confirm(): Promise<void>;
  /** Waits for the actions under way, in any state of the portal. */
  end(): Promise<void>;
}

const WORKERS = 4;
const PAUSE_MS = 20;
const STATEMENT_PAUSE_MS = 400;
const OWN_ACCOUNT = '40702810200000000001';

/** People at work: transfers almost without a pause, and now and then a statement of the bank. */
export function startActions(url: string, databaseUrl: string, people: People): RunningActions {
  const done: UserAction[] = [];
  const refused: string[] = [];
  let goesOn = true;
  const movers = people.movers.values();
  const documents = people.papers.values();

  async function repeat(pauseMs: number, next: () => Promise<boolean>): Promise<void> {
    while (goesOn && (await next().catch(() => true))) await sleep(pauseMs);
  }
  async function acknowledged(action: UserAction, send: () => Promise<Response>): Promise<void> {
    done.push(action);
    const reply = await send();
    const input = await reply.text();
    if (reply.status === 200) action.acknowledgedAt = Date.now();
    else refused.push(`${action.kind} was answered ${reply.status}: ${input.slice(0, 300)}`);
  }
  const loops = [
    ...Array.from({ length: WORKERS }, () =>
      repeat(PAUSE_MS, async () => {
        const { value, done: over } = movers.next();
        if (over || value === undefined) return false;
        const { action, send } = makeTransfer(url, value);
        await acknowledged(action, send);
        return true;
      }),
    ),
    repeat(STATEMENT_PAUSE_MS, async () => {
      const { action, send } = makeStatement(url, people);
      await acknowledged(action, send);
      return true;
    }),
  ];
  return {
    done,
    refused,
    since: (time) => done.filter((action) => action.startedAt >= time && action.acknowledgedAt !== null),
    async confirm() {
      const { value: document } = documents.next();
      if (!document) throw new Error('the demonstration has no more documents to confirm');
      const code = await withClient(databaseUrl, (client) => giveCode(client, people.admin));
      const { action, send } = makeConfirmation(url, {
        paper: document,
        token: people.admin.token,
        code,
      });
      await acknowledged(action, send);
    },
    async end() {
      goesOn = false;
      await Promise.all(loops);
    },
  };
}

interface PreparedAction {
  action: UserAction;
  send(): Promise<Response>;
}

function makeAction(
  input: Pick<UserAction, 'kind' | 'sumKopecks' | 'sha256'> & { key?: string },
): UserAction {
  return { key: `drill-${randomUUID()}`, startedAt: Date.now(), acknowledgedAt: null, ...input };
}

function makeTransfer(url: string, { token, code, cardId }: TransferClient): PreparedAction {
  const sumKopecks = randomInt(100_00, 5000_00);
  const action = makeAction({ kind: 'transfer', sumKopecks });
  return {
    action,
    send: () =>
      post(`${url}/api/card/${cardId}/transaction`, {
        token,
        key: action.key,
        json: { mode: 1, sms: code, sum: sumKopecks / 100 },
      }),
  };
}

/** A payment of one company, as its bank writes it. */
function makeStatement(url: string, { inns, staffToken }: People): PreparedAction {
  const sumKopecks = randomInt(1000_00, 90_000_00);
  const bytes = new Uint8Array(
    bankFileBytes(makeStatementLines(inns[randomInt(inns.length)] ?? '', sumKopecks)),
  );
  const action = makeAction({ kind: 'statement', sumKopecks, sha256: hashSha256Hex(bytes) });
  const file = new FormData();
  file.append('file', new Blob([bytes]), 'kl_to_1c.txt');
  return {
    action,
    send: () =>
      fetch(`${url}/staff/api/bank-statements`, {
        method: 'POST',
        headers: { 'x-auth-token': staffToken, 'idempotency-key': action.key },
        body: file,
      }),
  };
}

let serial = 0;

function makeStatementLines(inn: string, sumKopecks: number): string[] {
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

function makeConfirmation(
  url: string,
  { paper: document, token, code }: { paper: OpenDocument; token: string; code: string },
): PreparedAction {
  const { id, partnerId, month } = document;
  return {
    action: makeAction({ kind: 'confirmation', key: `document-${id}`, sumKopecks: 0 }),
    send: () =>
      post(`${url}/api/doc/acceptDoc`, {
        token,
        json: { partner_id: partnerId, date: month, id, sms: code },
      }),
  };
}

function post(address: string, input: { token: string; key?: string; json: unknown }): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    headers: {
      'x-auth-token': input.token,
      'content-type': 'application/json',
      ...(input.key ? { 'idempotency-key': input.key } : {}),
    },
    body: JSON.stringify(input.json),
  });
}
