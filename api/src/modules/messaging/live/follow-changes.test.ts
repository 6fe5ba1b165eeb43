import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CARD_STATUS } from '#contract/ids.ts';
import { STREAMS_PER_SESSION } from '#contract/messaging/live.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { askOwner } from '../../../testing/ask-owner.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { openStream } from '../../../testing/open-stream.ts';
import { setCardStatus } from '../../cards/cards/locked-card-store.ts';
import { liveStreams } from './live-streams.ts';

describe('followChanges', () => {
  let api: TestApi;
  let company: GivenCompany;
  beforeAll(async () => {
    api = await startApi();
    company = await givenCompany(api, { unallocatedKopecks: 100_000 });
  });
  afterAll(async () => api.stop());

  it('a change made in another tab, or by the network, is announced', async () => {
    const card = await givenCard(api, company.id);
    const stream = await openStream(api, company.admin.token);
    expect([stream.status, stream.type]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(await stream.next()).toBe('open []');
    await api.post(`/api/card/${card.id}/changeStatus`, { token: company.admin.token });
    await stream.until('operations');
    await expect
      .poll(async () => {
        api.clock.advanceSeconds(4);
        await api.pollNetworks();
        const read = await api.get(`/api/card/${card.id}`, { token: company.admin.token });
        return read.body.data.status.id;
      })
      .toBe(CARD_STATUS.blocked);
    await stream.until('cards');
    await api.post(`/api/client/${company.id}/accounts`, {
      token: company.admin.token,
      key: 'a-distribution',
      json: { accounts: [{ partner_id: 2, sum: 10 }] },
    });
    await stream.until('balances');
    stream.leave();
  });

  it('a company gets no announcement of another one’s cards', async () => {
    const other = await givenCompany(api);
    const foreign = await givenCard(api, other.id);
    const mine = await givenCompany(api);
    const own = await givenCard(api, mine.id);
    const stream = await openStream(api, mine.admin.token);
    expect(await stream.next()).toBe('open []');
    await block(foreign.id);
    await sql`update driver set name = name where company_id = ${other.id}`.execute(api.ctx.db.system);
    await sql`insert into driver (company_id, name, surname, created_at)
      values (${other.id}, 'Пётр', 'Чужой', now())`.execute(api.ctx.db.system);
    await block(own.id);
    expect(await stream.next()).toBe('changed ["cards"]');
    stream.leave();
  });

  it('each of a thousand companies that one statement changes gets its announcement', async () => {
    const first = await givenCompany(api);
    await sql`insert into company (inn, title, legal_form, city, street, house, created_at)
      select '88' || lpad(place::text, 8, '0'), 'Одна из многих', 'ООО', 'Химки', 'Ленинградская', '15', now()
      from generate_series(1, 1000) place`.execute(api.ctx.db.system);
    const last = await givenCompany(api);
    const streams = [await openStream(api, first.admin.token), await openStream(api, last.admin.token)];
    for (const stream of streams) expect(await stream.next()).toBe('open []');
    await sql`insert into driver (company_id, name, surname, created_at)
      select id, 'Пётр', 'Общий', now() from company
      where title = 'Одна из многих' or id in (${first.id}, ${last.id})`.execute(api.ctx.db.system);
    for (const stream of streams) {
      expect(await stream.next()).toBe('changed ["drivers"]');
      stream.leave();
    }
  });

  it('a change that was rolled back is not announced', async () => {
    const mine = await givenCompany(api);
    const card = await givenCard(api, mine.id);
    const stream = await openStream(api, mine.admin.token);
    expect(await stream.next()).toBe('open []');
    const undone = api.ctx.db.inSystem(async (tx) => {
      await setCardStatus(tx, { cardId: card.id, statusId: CARD_STATUS.blocked });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await sql`insert into driver (company_id, name, surname, created_at)
      values (${mine.id}, 'Иван', 'Свой', now())`.execute(api.ctx.db.system);
    expect(await stream.next()).toBe('changed ["drivers"]');
    stream.leave();
  });

  it('no stream is opened without a session, by a link, or by who may not read', async () => {
    expect((await openStream(api)).status).toBe(401);
    const byLink = await api.get(`/api/events?xAuthToken=${company.admin.token}`);
    expect(byLink.status).toBe(401);
    const withoutRole = await givenPerson(api, { companyId: company.id, role: 'none' });
    expect((await openStream(api, withoutRole.token)).status).toBe(403);
  });

  it('a stream ends with its session: signed out, expired, without a role', async () => {
    // The other tests' company may still be changed by the queue.
    const mine = await givenCompany(api);
    const out = await givenPerson(api, { companyId: mine.id });
    const leaving = await openStream(api, out.token);
    await leaving.next();
    await api.post('/api/auth/logout', { token: out.token });
    expect(await leaving.next()).toBe('ended []');
    expect(await leaving.next()).toBeNull();

    const losing = await givenPerson(api, { companyId: mine.id, role: 'manager' });
    const demoted = await openStream(api, losing.token);
    await demoted.next();
    const roles = await api.post('/api/users/detachRoles', {
      token: mine.admin.token,
      json: { id: losing.id },
    });
    expect(roles.status).toBe(200);
    expect(await demoted.next()).toMatch(/^(changed|ended)/);

    const idle = await givenPerson(api, { companyId: mine.id });
    await sql`update session set expires_at = ${new Date(api.clock.now().getTime() + 1000)}
      where user_id = ${idle.id}`.execute(api.ctx.db.system);
    const expiring = await openStream(api, idle.token);
    await expiring.next();
    await liveStreams(api.ctx).checkAfter();
    api.clock.advanceSeconds(2);
    await liveStreams(api.ctx).checkAfter();
    expect(await lastEvent(expiring.next)).toBe('ended []');
  });

  it('§9.8 a screen that only listens does not keep its session alive', async () => {
    const idle = await givenPerson(api, { companyId: company.id });
    const readEnd = async () =>
      (
        await sql<{ expires_at: Date }>`select expires_at from session where user_id = ${idle.id}`.execute(
          api.ctx.db.system,
        )
      ).rows[0]?.expires_at;
    const before = await readEnd();
    const stream = await openStream(api, idle.token);
    await stream.next();
    await liveStreams(api.ctx).checkAfter();
    expect(await readEnd()).toEqual(before);
    stream.leave();
  });

  it('one session can’t take all the streams there are', async () => {
    const greedy = await givenPerson(api, { companyId: company.id });
    const oldest = await openStream(api, greedy.token);
    await oldest.next();
    const more = [];
    for (let count = 0; count < STREAMS_PER_SESSION; count += 1) {
      more.push(await openStream(api, greedy.token));
    }
    // Its events before its end are irrelevant here.
    while ((await oldest.next()) !== null);
    for (const stream of more) {
      expect(await stream.next()).toBe('open []');
      stream.leave();
    }
  });

  it('the streams of one session stay open while it has room for them', async () => {
    const mine = await givenCompany(api);
    const reader = await givenPerson(api, { companyId: mine.id });
    const streams = [];
    for (let count = 0; count < STREAMS_PER_SESSION; count += 1) {
      streams.push(await openStream(api, reader.token));
    }
    for (const stream of streams) expect(await stream.next()).toBe('open []');
    await block((await givenCard(api, mine.id)).id);
    for (const stream of streams) {
      expect(await stream.next()).toBe('changed ["cards"]');
      stream.leave();
    }
  });

  it('a reader who does not read is let go', async () => {
    const slow = await givenPerson(api, { companyId: company.id });
    const session = { id: 0, userId: slow.id, role: 'admin', company: { id: company.id } };
    const row = await sql<{ id: number }>`select id from session where user_id = ${slow.id}`.execute(
      api.ctx.db.system,
    );
    const unread = await liveStreams(api.ctx).open({ ...session, id: row.rows[0]?.id } as never);
    unread.push('x'.repeat(16 * 1024));
    await liveStreams(api.ctx).checkAfter();
    expect(unread.destroyed).toBe(true);
  });

  function block(cardId: number): Promise<void> {
    return setCardStatus(api.ctx.db.system, { cardId, statusId: CARD_STATUS.blocked });
  }
});

it('an open stream does not keep the server from stopping', async () => {
  const api = await startApi();
  const company = await givenCompany(api);
  const stream = await openStream(api, company.admin.token);
  expect(await stream.next()).toBe('open []');
  await api.stop();
  expect(await stream.next()).toBeNull();
});

it('a lost database connection leaves no stream without announcements', async () => {
  const api = await startApi();
  const company = await givenCompany(api);
  const stream = await openStream(api, company.admin.token);
  expect(await stream.next()).toBe('open []');
  await askOwner(
    api,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name like 'magistral listens to changed %'`,
  );
  expect(await stream.next()).toBeNull();
  const again = await openStream(api, company.admin.token);
  expect(await again.next()).toBe('open []');
  again.leave();
  await api.stop();
});

/** Returns the last event of a stream that ends. */
async function lastEvent(next: () => Promise<string | null>): Promise<string | null> {
  let last: string | null = null;
  for (let event = await next(); event !== null; event = await next()) last = event;
  return last;
}
