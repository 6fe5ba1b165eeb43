import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { prepareCarriers, type TransferClient } from '../bench/data/prepare-carriers.ts';
import { openDatabase, type Database } from '../../api/src/db/database.ts';
import { hashSha256, newSalt, saltedHash } from '../../api/src/lib/secrets.ts';
import { seededRandom, type SeededRandom } from '../../api/src/lib/seeded-random.ts';
import type { ClientRequest, RequestKind } from './compare-requests.ts';

export interface ClientError {
  at: number;
  kind: RequestKind;
  words: string;
}

/** A repeat of the request must get the same answer. */
export interface SentRequest extends ClientRequest {
  path: string;
  body: string;
  type: string;
  token: string;
}

const CODE = '123456';
const ATTEMPT_MS = 40_000;
/** A client retries for this long. Then the run fails. */
const RETRY_FOR_MS = 180_000;

/**
 * Clients at the portal's address, each with a company of its own, one action after the other. Each action is retried
 * under its key until the answer is final.
 */
export class Clients {
  readonly requests: SentRequest[] = [];
  readonly errors: ClientError[] = [];
  /** Times of acknowledged writes, by `performance.now()`. */
  readonly acknowledged: number[] = [];
  readonly #doorUrl: string;
  readonly #movers: readonly TransferClient[];
  readonly #database: Database;
  readonly #random: SeededRandom;
  readonly #run: string;
  #isWanted = false;
  #working: Promise<void>[] = [];
  #serial = 0;
  /** A client that cannot go on. */
  failure: Error | null = null;

  private constructor(
    at: { doorUrl: string; database: Database; movers: readonly TransferClient[] },
    seed: number,
    run: string,
  ) {
    this.#doorUrl = at.doorUrl;
    this.#database = at.database;
    this.#movers = at.movers;
    this.#random = seededRandom(seed);
    this.#run = run;
  }

  static async prepare(
    at: { doorUrl: string; databaseUrl: string; count: number },
    seed: number,
  ): Promise<Clients> {
    // Names of a run that no earlier one in the same folder had.
    const run = Math.floor(Date.now() / 1000) % 1_900_000;
    const wanted = { companies: at.count, movers: at.count, serialFrom: run };
    const movers = await prepareCarriers(at.databaseUrl, wanted);
    const database = openDatabase(at.databaseUrl, { maxConnections: at.count });
    return new Clients({ doorUrl: at.doorUrl, database, movers }, seed, String(run));
  }

  get companyIds(): number[] {
    return this.#movers.map(({ companyId }) => companyId);
  }

  get database(): Database {
    return this.#database;
  }

  start(): void {
    this.#isWanted = true;
    this.#working = this.#movers.map((mover) =>
      this.#work(mover).catch((error: unknown) => {
        this.failure ??= error as Error;
      }),
    );
  }

  /** Stops the clients after each has ended its pending action. */
  async pause(): Promise<void> {
    this.#isWanted = false;
    await Promise.all(this.#working);
  }

  async stop(): Promise<void> {
    await this.pause();
    await this.#database.close();
  }

  /** Sends an action once more; returns the answer. */
  async repeat(request: SentRequest): Promise<string> {
    for (;;) {
      const { status, text } = await this.#send(request);
      if (status > 0 && status < 500) return `${status} ${text}`;
      await sleep(300);
    }
  }

  async #work(mover: TransferClient): Promise<void> {
    while (this.#isWanted) {
      await this.#insist(await this.#nextDeed(mover));
      await sleep(this.#random.whole(0, 60));
    }
  }

  async #insist(request: SentRequest): Promise<void> {
    const end = performance.now() + RETRY_FOR_MS;
    for (;;) {
      const { status, text } = await this.#send(request);
      if (status === 200) {
        request.acknowledged = text;
        this.acknowledged.push(performance.now());
      }
      if (status > 0 && status < 500) {
        if (status !== 200)
          this.errors.push({ at: performance.now(), kind: request.kind, words: `${status} ${text}` });
        this.requests.push(request);
        return;
      }
      this.errors.push({
        at: performance.now(),
        kind: request.kind,
        words: `${status} ${text}`.slice(0, 300),
      });
      if (performance.now() > end)
        throw new Error(`a client had no answer for ${RETRY_FOR_MS / 1000} s: ${status} ${text}`);
      await sleep(300);
    }
  }

  async #send({ path, body, type, token, key }: SentRequest): Promise<{ status: number; text: string }> {
    try {
      const answer = await fetch(this.#doorUrl + path, {
        method: 'POST',
        headers: { 'x-auth-token': token, 'content-type': type, 'idempotency-key': key },
        body,
        signal: AbortSignal.timeout(ATTEMPT_MS),
      });
      return { status: answer.status, text: await answer.text() };
    } catch (error) {
      const { message, cause } = error as Error;
      return { status: 0, text: `${message} ${(cause as Error | undefined)?.message ?? ''}` };
    }
  }

  async #nextDeed(mover: TransferClient): Promise<SentRequest> {
    const kind = this.#random.pick(WEIGHTED_KINDS);
    const sumKopecks = kind === 'order' ? 0 : this.#random.whole(1, 40) * 100;
    this.#serial += 1;
    const key = `cluster-${this.#run}-${this.#serial}`;
    const input = {
      kind,
      sumKopecks,
      key,
      companyId: mover.companyId,
      token: mover.token,
      acknowledged: null,
    };
    if (kind === 'distribute') {
      const accounts = [{ partner_id: 1, sum: sumKopecks / 100 }];
      const path = `/api/client/${mover.companyId}/accounts`;
      return { ...input, path, type: 'application/json', body: JSON.stringify({ accounts }) };
    }
    await this.#giveCode(mover);
    const type = 'application/x-www-form-urlencoded';
    if (kind === 'order') {
      const body = new URLSearchParams({ sms: CODE, 'item[0][cards_cnt]': '1', 'item[0][partner_id]': '1' });
      return { ...input, path: '/api/cardsRequest', type, body: body.toString() };
    }
    const mode = kind === 'to card' ? '1' : '0';
    const body = new URLSearchParams({ sum: String(sumKopecks / 100), sms: CODE, mode });
    return { ...input, path: `/api/card/${mover.cardId}/transaction`, type, body: body.toString() };
  }

  /** Issues a code as the portal's own SMS would. A code is good for one action. */
  async #giveCode({ token }: TransferClient): Promise<void> {
    const salt = newSalt();
    const end = performance.now() + RETRY_FOR_MS;
    for (;;) {
      try {
        await sql`
          insert into sms_code (phone, user_id, salt, code_hash, sent_at, expires_at)
          select phone, id, ${salt}, ${saltedHash(CODE, salt)}, now(), now() + interval '1 hour' from app_user
          where id = (select user_id from session where access_hash = ${hashSha256(token)})`.execute(
          this.#database.system,
        );
        return;
      } catch (error) {
        if (performance.now() > end) throw error;
        await sleep(300);
      }
    }
  }
}

const WEIGHTED_KINDS: readonly RequestKind[] = [
  ...Array.from({ length: 11 }, () => 'distribute' as const),
  ...Array.from({ length: 5 }, () => 'to card' as const),
  ...Array.from({ length: 3 }, () => 'from card' as const),
  'order',
];
