import type { EMBEDDED_EDM_ACTIONS } from '#contract/papers/edm-development.ts';
import type { Db } from '../../../db/database.ts';
import type { Clock } from '../../../lib/clock.ts';
import { diadocEdmOperator } from '../diadoc-edm-operator.ts';
import type { EdmOperator, TokenStore } from '../edm-operator.ts';
import { listActions, applyAction } from './embedded-actions.ts';
import { embeddedDiadocApi, FIRST_TOKEN } from './embedded-diadoc-api.ts';
import {
  getStanding,
  type EmbeddedBox,
  type EmbeddedDocument,
  type DocumentProgress,
} from './embedded-document.ts';
import { answerByHand, findWritten, storeAction, listBoxes, listWritten } from './embedded-edm-store.ts';
import { serveEmbedded, type EmbeddedReply, type EmbeddedRequest } from './serve-embedded.ts';

type EmbeddedAction = (typeof EMBEDDED_EDM_ACTIONS)[number];

export interface EmbeddedEdmOptions {
  db: Db;
  clock: Clock;
  /** Stores the last token that Diadoc's identity server has issued for a configured one. */
  tokensFor(configured: string, secret: string): TokenStore;
}

/** The operator's own screen for `/dev/edm`, in the buyer's place and in ours. */
export interface EmbeddedEdm {
  /** The real adapter, over real HTTP. */
  operator: EdmOperator;
  companies(): Promise<EmbeddedBox[]>;
  documents(): Promise<(EmbeddedDocument & { standing: DocumentProgress; actions: EmbeddedAction[] })[]>;
  /** `none`: there is no such document; `not-now`: this can't be done with it now. */
  answer(tx: Db, id: string, action: EmbeddedAction, text: string): Promise<'done' | 'none' | 'not-now'>;
  byHand(tx: Db, inn: string, byHand: boolean): Promise<void>;
  /** Answers 429 for so long. */
  busyFor(seconds: number): void;
}

const OUR_BOX = '5b0ce5d1-0000-4000-9000-000000000001';

/**
 * Simulates the operator of electronic documents: after a while the company accepts and signs, unless a person answers for it.
 * The real adapter calls the fake over HTTP on this machine; its state survives restarts.
 */
export function embeddedEdm(options: EmbeddedEdmOptions): EmbeddedEdm {
  const { db, clock } = options;
  let busyUntilMs = 0;
  const serve = embeddedDiadocApi(db, clock);

  async function reply(request: EmbeddedRequest): Promise<EmbeddedReply> {
    const leftMs = busyUntilMs - clock.now().getTime();
    if (leftMs <= 0) return serve(request);
    return { status: 429, headers: { 'retry-after': String(Math.ceil(leftMs / 1000)) }, body: '' };
  }

  let started: Promise<EdmOperator> | null = null;
  const connectReal = (): Promise<EdmOperator> => {
    started ??= serveEmbedded(reply).then((url) => adapterTo(url, options));
    return started;
  };

  return {
    operator: {
      provider: 'embedded',
      invite: async (counteragent) => (await connectReal()).invite(counteragent),
      inviteResult: async (taskId) => (await connectReal()).inviteResult(taskId),
      getConnection: async (boxId) => (await connectReal()).getConnection(boxId),
      getParticipant: async (boxId) => (await connectReal()).getParticipant(boxId),
      send: async (document) => (await connectReal()).send(document),
      readProgress: async (messageId) => (await connectReal()).readProgress(messageId),
      changesSince: async (cursor) => (await connectReal()).changesSince(cursor),
    },
    companies: () => listBoxes(db),
    async documents() {
      const now = clock.now();
      return (await listWritten(db)).map((document) => {
        const standing = getStanding(document, now);
        return { ...document, standing, actions: listActions(standing) };
      });
    },
    async answer(tx, id, action, text) {
      const now = clock.now();
      const document = await findWritten(tx, id);
      if (!document) return 'none';
      const standing = getStanding(document, now);
      if (!listActions(standing).includes(action)) return 'not-now';
      await storeAction(tx, { document: { ...document, ...applyAction(standing, action, text) }, now });
      return 'done';
    },
    byHand: answerByHand,
    busyFor(seconds) {
      busyUntilMs = clock.now().getTime() + seconds * 1000;
    },
  };
}

function adapterTo(url: string, { clock, tokensFor }: EmbeddedEdmOptions): EdmOperator {
  const clientSecret = 'embedded';
  return diadocEdmOperator({
    clientId: 'embedded',
    clientSecret,
    refreshToken: FIRST_TOKEN,
    tokens: tokensFor(FIRST_TOKEN, clientSecret),
    clock,
    boxId: OUR_BOX,
    apiUrl: url,
    tokenUrl: `${url}/connect/token`,
  });
}
