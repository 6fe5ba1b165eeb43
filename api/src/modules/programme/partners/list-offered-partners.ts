import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { listPricedPartners } from './list-priced-partners.ts';
import type { PartnerRecord } from './partner.ts';

type Networks = Pick<Context, 'networkIds'>;

/** The sentence for a network that this server has no settings of. */
export const NOT_CONFIGURED = 'на сервере нет настроек с ключами этой сети';

/** As `listPricedPartners`, where a network that this server cannot reach counts as switched off. */
export async function listOfferedPartners(ctx: Networks, db: Db, day: string): Promise<PartnerRecord[]> {
  return (await listPricedPartners(db, day)).map((partner) => offeredPartner(ctx, partner));
}

/** A partner that staff have switched on is offered only where the server has its settings. */
export function offeredPartner(ctx: Networks, partner: PartnerRecord): PartnerRecord {
  return { ...partner, active: partner.active && ctx.networkIds().includes(partner.id) };
}
