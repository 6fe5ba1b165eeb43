import { expect } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import type { Context } from '../../../../context.ts';
import { moscowDay } from '../../../../lib/money-format.ts';
import type { SeededRandom } from '../../../../lib/seeded-random.ts';
import type { TestApi } from '../../../../testing/api.ts';
import type { GivenCard, GivenCompany, GivenPerson } from '../../../../testing/givens/factories.ts';
import type { PlainClient, PlainQuarter } from './plain-facts.ts';

export const MONTHS = ['2025-11', '2025-12', '2026-01'] as const;
export const NETWORKS = [PARTNER.rn, PARTNER.gpn] as const;

export interface PlayedClient extends PlainClient {
  company: GivenCompany;
  cards: GivenCard[];
}

export interface Quarter extends PlainQuarter {
  /** Clients who pay before they buy. */
  clients: PlayedClient[];
  /** The clients and the debtor. */
  everyone: PlayedClient[];
  /** Kopecks that the bank holds. */
  bank: number;
}

/** Jobs of modules that stand behind this one. */
interface StageJobs {
  runDunning(ctx: Context): Promise<void>;
  releasePaidDebtors(ctx: Context): Promise<void>;
}

/** Tools of every scene of the quarter. */
export interface Stage {
  api: TestApi;
  staff: GivenPerson;
  random: SeededRandom;
  quarter: Quarter;
  jobs: StageJobs;
}

/** The last day of a month of the quarter. */
export const getLastDay = (month: string): string => `${month}-${month === '2025-11' ? '30' : '31'}`;

export const getToday = ({ api }: Stage): string => moscowDay(api.clock.now());

export const toRubles = (kopecks: number): string => (kopecks / 100).toFixed(2);

export const toKopecks = (rubles: number): number => Math.round(rubles * 100);

/** Sends a change that must succeed; returns its data. */
export async function send(
  { api, staff }: Stage,
  method: 'post' | 'put',
  path: string,
  json: object,
  token = staff.token,
) {
  const { status, body } = await api[method](path, { token, json });
  expect([path, status, body.message]).toEqual([path, 200, body.message]);
  return body.data;
}

export async function distribute(stage: Stage, { company }: PlayedClient, sums: readonly number[]) {
  const accounts = NETWORKS.flatMap((partnerId, index) =>
    sums[index] ? [{ partner_id: partnerId, sum: sums[index] / 100 }] : [],
  );
  await send(stage, 'post', `/api/client/${company.id}/accounts`, { accounts }, company.admin.token);
}
