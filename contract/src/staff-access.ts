/** The one table of rights behind the counter: what each role of the programme's staff may do (docs/calls.md 9). */
export const STAFF_ROLES = ['owner', 'operator', 'treasurer', 'support', 'auditor'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/**
 * `staff.read`: everything that staff see. `staff.change`: what every member but an auditor may do, such as saving a
 * view. `staff.serveClients`: one client's cards, documents and notes. `staff.runProgramme`: requests, documents,
 * stations, maintenance, news, terms. `staff.handleMoney`: bank, credit, tariffs, requisites, corrections, closing.
 * `staff.manageStaff`: who is a member, their sessions and the rules of two people.
 */
export type StaffAction =
  | 'staff.read'
  | 'staff.change'
  | 'staff.serveClients'
  | 'staff.runProgramme'
  | 'staff.handleMoney'
  | 'staff.manageStaff';

const READS: readonly StaffAction[] = ['staff.read'];
const CLIENT_SERVICE_ACTIONS: readonly StaffAction[] = [...READS, 'staff.change', 'staff.serveClients'];

const ALLOWED: Record<StaffRole, readonly StaffAction[]> = {
  auditor: READS,
  support: CLIENT_SERVICE_ACTIONS,
  operator: [...CLIENT_SERVICE_ACTIONS, 'staff.runProgramme'],
  treasurer: [...READS, 'staff.change', 'staff.handleMoney'],
  owner: [...CLIENT_SERVICE_ACTIONS, 'staff.runProgramme', 'staff.handleMoney', 'staff.manageStaff'],
};

export const STAFF_ROLE_TITLE: Record<StaffRole, string> = {
  owner: 'Владелец',
  operator: 'Оператор',
  treasurer: 'Казначей',
  support: 'Поддержка',
  auditor: 'Аудитор',
};

/**
 * Titles of the rights, worded for the owner who assigns roles. The descriptions of roles are made of these
 * titles.
 */
const STAFF_ACTION_TITLE: Record<Exclude<StaffAction, 'staff.read' | 'staff.change'>, string> = {
  'staff.serveClients': 'карты, блокировки, администраторы и личные данные клиентов, ответы на возражения',
  'staff.runProgramme': 'заявки, документы, УКД и отзыв, сети, станции, работы, новости, условия',
  'staff.handleMoney': 'банк, кредит, тарифы, реквизиты, возвраты, закрытие месяца',
  'staff.manageStaff': 'роли сотрудников и правила двоих',
};

/** Describes a role by the table of rights, so that the text can't promise less or more than the role may do. */
export function describeStaffRole(role: StaffRole): string {
  const rights = Object.entries(STAFF_ACTION_TITLE) as [StaffAction, string][];
  const allowed = rights.filter(([right]) => staffCan(role, right)).map(([, title]) => title);
  const denied = rights.filter(([right]) => !staffCan(role, right)).map(([, title]) => title);
  if (!staffCan(role, 'staff.change')) return 'Видит всё, только смотрит.';
  const missing = denied.length === 0 ? '' : ` Не меняет: ${denied.join('; ')}.`;
  return `Видит всё. Меняет: ${allowed.join('; ')}.${missing}`;
}

export function staffCan(role: StaffRole | null | undefined, action: StaffAction): boolean {
  return role !== null && role !== undefined && ALLOWED[role].includes(action);
}

export function isStaffAction(caller: string): caller is StaffAction {
  return caller.startsWith('staff.');
}
