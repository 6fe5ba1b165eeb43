import type { LimitPeriod, LimitUnit } from '#contract/ids.ts';
import type { SummarySide } from '#contract/fuel/spending.ts';

/** Every address of the product, in the order of spec section 2. */
export const paths = {
  landing: '/',
  login: '/login-driver',
  lostPhone: '/lost-phone',
  permissionsDenied: '/permissions-denied',
  maintenance: '/maintenance',
  map: '/map',
  news: (index?: number) => (index ? `/news?id=${index}` : '/news'),
  /** Pages for a company's own programmers. */
  developers: '/developers',
  /** A link in an email leads to these two. */
  confirmMail: '/confirm-mail',
  unsubscribe: '/unsubscribe',
  mailing: '/mailing',
  order: (variant: WizardVariant, step: WizardStep) => `/${variant}/${step}`,
  /** «Бухгалтерия»: a firm outside the programme that companies trust. */
  firm: '/firm',
  cabinet: '/cabinet',
  /** The first screen without its overview: the cards alone. */
  cardList: '/cabinet#cards',
  /** The cards of one state, as the filter of the list writes it. */
  cardsIn: (status: string) => `/cabinet?status=${status}`,
  /** Cards that a driver has now. */
  cardsOfDriver: (driverId: number) => `/cabinet?driver=${driverId}`,
  card: (cardId: number) => `/cabinet/card?id=${cardId}`,
  cardTransactions: (cardId?: number) =>
    cardId ? `/cabinet/card-transactions?card=${cardId}` : '/cabinet/card-transactions',
  /** Days are `YYYY-MM-DD`, both included. One operation among them may be open. */
  operationsIn: ({ from, to, cardId, operationId }: OperationsAddress) =>
    `/cabinet/card-transactions?${cardId ? `card=${cardId}&` : ''}from=${from}&to=${to}${operationId ? `&operation=${operationId}` : ''}`,
  /** «Отчёты» of what is named; days are `YYYY-MM-DD`, both included. */
  reportAbout: ({ by, from, to, partnerId, cardId, driverId, vehicleId, goods }: ReportAddress) =>
    `/cabinet/transactions?${new URLSearchParams({
      by,
      from,
      to,
      ...(partnerId !== undefined && { network: String(partnerId) }),
      ...(cardId !== undefined && { card: String(cardId) }),
      ...(driverId !== undefined && { driver: String(driverId) }),
      ...(vehicleId !== undefined && { vehicle: String(vehicleId) }),
      ...(goods !== undefined && { goods }),
    })}`,
  /** All requests for cards. */
  cardRequests: '/cabinet/card-request',
  cardRequest: (requestId: number) => `/cabinet/card-request?id=${requestId}`,
  /** Page where the card is chosen first. */
  anyServices: '/cabinet/services',
  services: (cardId: number) => `/cabinet/services?card=${cardId}`,
  drivers: (cardId?: number) => (cardId ? `/cabinet/drivers?card=${cardId}` : '/cabinet/drivers'),
  fleet: '/cabinet/fleet',
  /** The fleet with its groups opened. */
  vehicleGroups: '/cabinet/fleet?groups=1',
  /** Litres of the whole fleet by truck and month. */
  fleetLitres: '/cabinet/litres',
  /** One truck of the fleet. */
  vehicle: (vehicleId: number) => `/cabinet/fleet?truck=${vehicleId}`,
  /** Days are `YYYY-MM-DD`, both included. */
  operationsOfVehicle: (vehicleId: number, days?: { from: string; to: string }) =>
    `/cabinet/card-transactions?vehicle=${vehicleId}${days ? `&from=${days.from}&to=${days.to}` : ''}`,
  /** With a card, single-card mode. Without one, general mode: the card is chosen on the page. */
  cardPayment: (step: 1 | 2, cardId?: number) =>
    `/cabinet/card-payment/${step}${cardId ? `?card=${cardId}` : ''}`,
  cardPayout: (step: 1 | 2, cardId?: number) =>
    `/cabinet/card-payout/${step}${cardId ? `?card=${cardId}` : ''}`,
  /** Page for many cards at once; the draft has the cards and the sums. */
  cardsPayment: (step: 1 | 2) => `/cabinet/cards-payment/${step}`,
  cardsPayout: (step: 1 | 2) => `/cabinet/cards-payout/${step}`,
  /** Forms that the link fills in. The user who sends them confirms as always. The sum is in kopecks. */
  /** Without a sum the form asks for it. */
  preparedMovement: (
    movement: 'payment' | 'payout',
    { cardId, sum }: { cardId: number; sum: number | null },
  ) => `/cabinet/card-${movement}/1?card=${cardId}${sum === null ? '' : `&sum=${sum}`}`,
  preparedOpening: ({ cardId, minutes }: { cardId: number; minutes: number }) =>
    `/cabinet/card?id=${cardId}&open=${minutes}`,
  /** `count` in hundredths of a litre or kopecks. */
  preparedLimit: ({ cardId, count, unit, period }: LimitAddress) =>
    `/cabinet/services?card=${cardId}&limit=${count}&unit=${unit}${period === null ? '' : `&period=${period}`}`,
  payment: (step: 1 | 2) => `/cabinet/payment/${step}`,
  distribute: '/cabinet/distribute',
  transactions: '/cabinet/transactions',
  documents: '/cabinet/documents',
  /** One document among those of its year. `month` is `YYYY-MM`. */
  document: ({ id, month }: { id: number; month: string }) =>
    `/cabinet/documents?year=${month.slice(0, 4)}&document=${id}`,
  invoices: '/cabinet/invoices-issued',
  /** One invoice among those of its page. */
  invoice: ({ id, page }: { id: number; page: number }) =>
    `/cabinet/invoices-issued?page=${page}&invoice=${id}`,
  /** «Выписка по счёту». */
  statement: '/cabinet/statement',
  create: '/cabinet/create',
  /** «Компании»: all that the user acts for. */
  companies: '/cabinet/companies',
  permissions: '/cabinet/permissions',
  cabinetNews: '/cabinet/news',
  /** «Журнал действий» of the company. */
  audit: '/cabinet/audit',
  /** Its lines about one thing: `key:12`. */
  auditOfTarget: (target: string) => `/cabinet/audit?target=${target}`,
  /** «Ключи» of the company's own programs. */
  keys: '/cabinet/keys',
  webhooks: '/cabinet/webhooks',
  mailings: '/cabinet/mailings',
  /** Form for mailing a list or report as it is shown now. */
  mailReport: (report: string, view: string) =>
    `/cabinet/mailings?${new URLSearchParams({ new: report, ...(view && { view }) }).toString()}`,
  /** «Правила» of all cards and of groups of trucks. */
  rules: '/cabinet/rules',
  /** The same rules for many cards or groups. */
  manyRules: '/cabinet/rules?part=many',
  /** «Отказы» at the pump. */
  declines: '/cabinet/declines',
  disputes: '/cabinet/disputes',
  /** «Просьбы водителей»: to let pass what rules refuse. */
  exceptions: '/cabinet/exceptions',
  exception: (id: number) => `/cabinet/exceptions?request=${id}`,
  /** «Планы заправок» of trips. */
  fuelPlans: '/cabinet/fuel-plans',
  fuelPlan: (id: number) => `/cabinet/fuel-plans?plan=${id}`,
  /** The form, for a road as the map has it in its address. */
  newFuelPlan: (route = '') =>
    `/cabinet/fuel-plans?${new URLSearchParams({ new: '1', ...(route && { route }) }).toString()}`,
  /** Form of a plan that replaces this one. */
  reviseFuelPlan: ({ id, vehicle, points }: RevisedPlan) => {
    const route = points
      .map(({ title, lat, lon }) => `${lat},${lon},${title.replace(/[;,]/g, ' ')}`)
      .join(';');
    const request = { new: '1', truck: String(vehicle.id), route, replaces: String(id) };
    return `/cabinet/fuel-plans?${new URLSearchParams(request).toString()}`;
  },
  /** «Подозрительные заправки». */
  signals: '/cabinet/signals',
  /** Signals of a truck that wait for a verdict. */
  openSignalsOfVehicle: (vehicleId: number) => `/cabinet/signals?state=open&vehicle=${vehicleId}`,
  signalsOfCard: (cardId: number) => `/cabinet/signals?card=${cardId}`,
  /** Source of the trucks' positions: Wialon, or a file. */
  telematics: '/cabinet/fleet?part=wialon',
  signalRules: '/cabinet/signals?part=rules',
  /** «Уведомления»: the user's notices, and what comes over which channel. */
  notices: '/cabinet/notices',
  noticeChoices: '/cabinet/notices/choices',
  /** «1С и программы». */
  exchange: '/cabinet/exchange',
  /** «Мои данные»: the user's own email address and emails. */
  me: '/cabinet/me',
  /** «Безопасность»: one's own second factor and sessions. */
  security: '/cabinet/security',
  /** Pages for the programme's own staff. */
  staff: '/staff',
  staffClients: '/staff/clients',
  staffClient: (companyId: number) => `/staff/clients/${companyId}`,
  staffPerson: (userId: number) => `/staff/people/${userId}`,
  staffRequest: (id: number) => `/staff/request?id=${id}`,
  staffShipments: '/staff/shipments',
  staffDisputes: '/staff/disputes',
  staffPayments: '/staff/payments',
  staffNetworkInvoices: '/staff/network-invoices',
  staffNetworkInvoice: (id: number) => `/staff/network-invoices/${id}`,
  staffMovements: '/staff/movements',
  staffMatters: '/staff/unsettled',
  staffEdm: '/staff/edm',
  staffTariffs: '/staff/tariffs',
  staffPurchaseTerms: '/staff/tariffs?tab=purchase',
  staffMargin: '/staff/margin',
  staffCredits: '/staff/credits',
  staffAudit: '/staff/audit',
  /** «Баланс программы». */
  staffBooks: '/staff/books',
  staffReconciliation: '/staff/reconciliation',
  staffApprovals: '/staff/approvals',
  staffMembers: '/staff/members',
  staffPhoneChanges: '/staff/phone-changes',
  staffErasures: '/staff/erasures',
  staffSecurity: '/staff/security',
  staffNotices: '/staff/notices',
  staffNoticeChoices: '/staff/notices/choices',
  staffMessages: '/staff/messages',
  staffClosing: '/staff/closing',
  staffDocuments: '/staff/documents',
  /** «Выгрузка в 1С». */
  staffExchange: '/staff/exchange',
  staffPartners: '/staff/partners',
  staffStations: '/staff/stations',
  staffTerms: '/staff/terms',
  staffWorks: '/staff/maintenance',
  staffNews: '/staff/news',
  staffStart: '/staff/start',
  staffProgramme: '/staff/programme',
  staffContacts: '/staff/contacts',
  /** The phone of a development machine. */
  devPhone: '/dev/phone',
  /** Emails that no mail server has sent. */
  devMail: '/dev/mail',
} as const;

interface LimitAddress {
  cardId: number;
  count: number;
  unit: LimitUnit;
  period: LimitPeriod | null;
}

interface OperationsAddress {
  from: string;
  to: string;
  cardId?: number;
  operationId?: number;
}

interface ReportAddress {
  by: SummarySide;
  from: string;
  to: string;
  partnerId?: number | undefined;
  cardId?: number | undefined;
  driverId?: number | undefined;
  vehicleId?: number | undefined;
  goods?: string | undefined;
}

/** The wizard of a known user and the order flow are the same screens (spec section 2). */
export type WizardVariant = 'create' | 'enter';
export type WizardStep = '1' | '2' | 'order';

type RevisedPlan = {
  id: number;
  vehicle: { id: number };
  points: readonly { title: string; lat: number; lon: number }[];
};
