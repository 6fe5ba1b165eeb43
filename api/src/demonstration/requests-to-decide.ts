import { PARTNER, REQUEST_STATUS, type PartnerId, type RequestStatusId } from '#contract/ids.ts';
import type { PlannedPerson } from './plan.ts';

/** Invented new requests of companies, so that staff have something to decide in the demonstration. */
export interface RequestToDecide {
  inn: string;
  author: PlannedPerson;
  hoursAgo: number;
  statusId: RequestStatusId;
  items: readonly { partnerId: PartnerId; count: number; issueRefusal?: string }[];
  rejectReason?: string;
  /** Rejected before anything was booked: the company has left, and its INN is free. */
  left?: boolean;
  /** Its first admin has sent a document that waits for staff. */
  givesDocument?: boolean;
}

const SHILOV: PlannedPerson = {
  phone: '79000000041',
  firstname: 'Роман',
  lastname: 'Шилов',
  email: 'shilov@volga-cargo.example',
  role: 'admin',
};
const GUSEVA: PlannedPerson = {
  phone: '79000000042',
  firstname: 'Вера',
  lastname: 'Гусева',
  email: 'guseva@example.ru',
  role: 'none',
};
const ZYRYANOV: PlannedPerson = {
  phone: '79000000043',
  firstname: 'Олег',
  lastname: 'Зырянов',
  email: 'zyryanov@ural-exp.example',
  role: 'admin',
};

export const DOCUMENT_NAME = 'Доверенность Шилова.pdf';

/** Requests in the order of arrival: two of one INN, two of one phone, one approved that its network will not issue. */
export const REQUESTS_TO_DECIDE: readonly RequestToDecide[] = [
  {
    inn: '1655033418',
    author: GUSEVA,
    hoursAgo: 30 * 24,
    statusId: REQUEST_STATUS.rejected,
    items: [{ partnerId: PARTNER.gpn, count: 40 }],
    rejectReason: 'Не смогли связаться с компанией по телефону из реестра',
    left: true,
  },
  {
    inn: '5402067188',
    author: { ...SHILOV, role: 'none' },
    hoursAgo: 9 * 24,
    statusId: REQUEST_STATUS.rejected,
    items: [{ partnerId: PARTNER.rn, count: 5 }],
    rejectReason: 'Руководитель компании не подтвердил заказ',
    left: true,
  },
  {
    inn: '6671055834',
    author: ZYRYANOV,
    hoursAgo: 26,
    statusId: REQUEST_STATUS.approved,
    items: [
      {
        partnerId: PARTNER.third,
        count: 6,
        issueRefusal: 'Сеть приостановила выпуск карт до завершения реорганизации компании',
      },
    ],
  },
  {
    inn: '1655033418',
    author: SHILOV,
    hoursAgo: 3,
    statusId: REQUEST_STATUS.created,
    items: [
      { partnerId: PARTNER.gpn, count: 12 },
      { partnerId: PARTNER.rn, count: 8 },
    ],
    givesDocument: true,
  },
];
