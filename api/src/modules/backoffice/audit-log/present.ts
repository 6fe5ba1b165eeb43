import type { z } from 'zod';
import { ROLE_TITLE, type Role } from '#contract/access.ts';
import type { auditEvent, auditLine } from '#contract/backoffice/audit.ts';
import { TARGET_TITLE } from '#contract/backoffice/audit-target-titles.ts';
import { auditTitle } from '#contract/backoffice/audit-titles.ts';
import { STAFF_ROLE_TITLE, type StaffRole } from '#contract/staff-access.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { FoldedEvent, ListedEvents } from './list-events.ts';
import type { LoggedEvent } from './audit-filter.ts';
import { subjectKey, type Subject } from './subject.ts';
import { AUDIT_PER_PAGE } from '#contract/limits.ts';
import type { Titles } from './format-values.ts';
import { formatChanges } from './format-changes.ts';

const PROGRAMME_EMPLOYEE = 'Сотрудник программы';

/** Begins the actor of a line that a person of an accounting firm has left (`http/call-work.ts`). */
const FIRM = 'firm: ';

export function presentFolded(
  { main, parts, partsTotal }: FoldedEvent,
  scope: CompanyScope | null,
  titles: Titles,
): z.input<typeof auditEvent> {
  return {
    ...presentEvent(main, scope, titles),
    parts: parts.map((part) => presentEvent(part, scope, titles, main.id)),
    parts_total: partsTotal,
  };
}

/** A company learns what the programme's staff did, and not who of them and from where. */
export function presentEvent(
  event: LoggedEvent,
  scope: CompanyScope | null,
  titles: Titles,
  toSubject: number | null = null,
): z.input<typeof auditLine> {
  const isOutsider = scope !== null && event.userId !== null && event.person === null;
  const isHidden = scope !== null && (isStaffRole(event.role) || (isOutsider && event.role === null));
  return {
    id: event.id,
    at: event.at.toISOString(),
    action: event.action,
    title: auditTitle(event.action),
    actor: isHidden
      ? { id: null, name: PROGRAMME_EMPLOYEE, role: null }
      : { id: event.userId, name: formatActor(event), role: formatRole(event) },
    company: event.company,
    targets: event.targets.map((subject) => ({
      ...subject,
      title: `${TARGET_TITLE[subject.kind] ?? subject.kind} ${findTitle(subject, titles) ?? `№ ${subject.id}`}`,
    })),
    changes: formatChanges(event, titles),
    before: event.before,
    after: event.after,
    address: isHidden ? null : event.ip,
    device: isHidden ? null : event.device,
    request_id: event.requestId,
    part_of: toSubject,
  };
}

export function presentEventsMeta({ total, more }: ListedEvents, page: number) {
  const totalPages = Math.max(1, Math.ceil(total / AUDIT_PER_PAGE));
  return { pagination: { total_pages: totalPages, current_page: page, total }, more };
}

function findTitle(subject: Subject, { networks, subjects }: Titles): string | undefined {
  return subject.kind === 'partner' ? networks.get(Number(subject.id)) : subjects.get(subjectKey(subject));
}

function isStaffRole(role: string | null): boolean {
  return role?.startsWith('staff.') ?? false;
}

function formatActor({ person, role, job, userId }: LoggedEvent): string {
  if (role === 'key' && job !== null) return `Ключ «${job.replace(/^key: /, '')}»`;
  if (role === 'driver') return 'Водитель';
  if (person !== null) return person;
  if (userId !== null) return `Пользователь № ${userId}`;
  if (job === null) return 'Не вошёл в кабинет';
  // A job has written the event, and the event's title says which action it was.
  return 'Программа';
}

/** «Менеджер», or «Бухгалтерия ООО «Баланс», менеджер» of a person whom a delegation lets in. */
function formatRole({ role, job }: LoggedEvent): string | null {
  const title = roleTitle(role);
  if (!job?.startsWith(FIRM)) return title;
  return [`Бухгалтерия ${job.slice(FIRM.length)}`, title?.toLowerCase()].filter(Boolean).join(', ');
}

function roleTitle(role: string | null): string | null {
  if (role === null) return null;
  if (isStaffRole(role)) return STAFF_ROLE_TITLE[role.slice('staff.'.length) as StaffRole] ?? null;
  return ROLE_TITLE[role as Role] ?? null;
}
