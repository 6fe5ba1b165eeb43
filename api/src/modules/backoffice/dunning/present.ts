import type { z } from 'zod';
import type { OwnerOnWire, RelatedClientsOnWire } from '#contract/backoffice/client-groups.ts';
import type * as calls from '#contract/backoffice/dunning.ts';
import type { EndpointBody } from '#contract/endpoint.ts';
import { toRubles } from '#contract/kopecks.ts';
import { invoiceNumber } from '../../money/invoices/invoices.ts';
import type { ListedClient } from '../clients/client-list.ts';
import type { DunningRule, DunningStep, RuleDraft } from './dunning-rule.ts';
import type { Owner, RelatedClients } from './owners.ts';
import type { MetClient, RulePreview } from './preview-rule.ts';
import type { ClientDunning } from './read-client-dunning.ts';

/** Reads a rule from the wire. */
export function toDraft(input: EndpointBody<typeof calls.createDunningRule>): RuleDraft {
  return {
    companyId: input.company_id ?? null,
    groupId: input.client_group_id ?? null,
    basis: input.basis,
    steps: input.steps.map(({ day, action, text, channels, rate }) => ({
      day,
      action,
      text: action === 'remind' ? text : '',
      channels: action === 'remind' ? [...new Set(channels)] : [],
      rate: action === 'penalty' ? (rate ?? null) : null,
    })),
    releases: input.release,
  };
}

export function presentRule(rule: DunningRule): calls.DunningRuleOnWire {
  return {
    id: rule.id,
    client: rule.client,
    group: rule.group,
    basis: rule.basis,
    steps: rule.steps.toSorted((a, b) => a.day - b.day).map(presentStep),
    release: rule.releases,
    active: rule.active,
    changed_at: rule.changedAt.toISOString(),
    changed_by: rule.changedBy,
    switched_at: rule.switchedAt?.toISOString() ?? null,
    switched_by: rule.switchedBy,
  };
}

function presentStep({ day, action, text, channels, rate }: DunningStep): calls.DunningStepOnWire {
  return { day, action, text, channels: [...channels], rate: rate === null ? null : rate / 100 };
}

export function presentPreview({ today, clients, steps }: RulePreview) {
  return {
    today,
    clients,
    steps: steps.map((step) => ({
      action: step.action,
      day: step.day,
      today: step.today.map(presentMet),
      tomorrow: step.tomorrow.map(presentMet),
    })),
  };
}

function presentMet({ client, sum, term }: MetClient) {
  return { company: client, sum: toRubles(sum), term };
}

export function presentOwner({ title, by, groupId, limit, debt, companies }: Owner): OwnerOnWire {
  return {
    title,
    by,
    group_id: groupId,
    limit: toRubles(limit),
    debt: toRubles(debt),
    companies: companies.map(presentOwned),
  };
}

function presentOwned(company: ListedClient): OwnerOnWire['companies'][number] {
  return {
    id: company.id,
    inn: company.inn,
    title: company.title,
    limit: toRubles(company.credit),
    debt: toRubles(company.debt),
    late: company.isLate,
  };
}

export function presentRelated({ owner, limit, debt, companies }: RelatedClients): RelatedClientsOnWire {
  return {
    owner: owner && { title: owner.title, by: owner.by, group_id: owner.groupId },
    limit: toRubles(limit),
    debt: toRubles(debt),
    companies: companies.map((company) => ({
      ...presentOwned(company),
      same_owner: company.sameOwner,
      people: company.people,
    })),
  };
}

export function presentClientDunning(
  { rule, debt, next, penalty, pause, done, owner }: ClientDunning,
  prefix: string,
): z.input<NonNullable<(typeof calls.readClientDunning)['data']>> {
  return {
    rule: rule && presentRule(rule),
    debt: debt && {
      sum: toRubles(debt.total),
      due: toRubles(debt.due),
      term: debt.term,
      late_days: debt.lateDays,
    },
    next: next && { action: next.step.action, day: next.step.day, on: next.on },
    penalty: penalty && { ...penalty, sum: toRubles(penalty.sum), booked: toRubles(penalty.booked) },
    pause: pause && {
      last_day: pause.until,
      reason: pause.reason,
      by: pause.by,
      at: pause.at.toISOString(),
    },
    done: done.map((item) => ({
      at: item.at.toISOString(),
      action: item.action,
      day: item.day,
      outcome: item.outcome,
      sum: toRubles(item.sum),
      term: item.term,
      about: item.invoice === null ? 'кредит' : `счёт ${invoiceNumber(prefix, item.invoice)}`,
      document_id: item.documentId,
      released_at: item.releasedAt?.toISOString() ?? null,
    })),
    owner: owner && presentOwner(owner),
  };
}
