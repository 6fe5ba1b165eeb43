import { z } from 'zod';
import { type EndpointData, endpoint } from '../endpoint.ts';
import { day, absentWhenEmpty, flag, idParams, moment, requiredText, wholeNumber } from '../fields.ts';
import { rubles } from '../kopecks.ts';
import { addedNetwork } from '../fuel/networks.ts';

/** The programme itself, for its staff: networks, works, news, the list of stations (docs/calls.md 7). */

export const listStaffPartners = endpoint({
  name: 'listStaffPartners',
  method: 'GET',
  path: '/staff/api/partners',
  summary: 'The networks with their price and switch, what each can do, and how it answers this process',
  caller: 'staff.read',
  data: z.array(
    z.object({
      id: z.int(),
      key: z.string(),
      title: z.string(),
      active: z.boolean(),
      card_price: rubles,
      connected: z.boolean().meta({ description: 'the portal has its address, and asks it' }),
      limits: z.array(z.string()).meta({ description: 'periods of limits that it counts' }),
      added: addedNetwork
        .nullable()
        .meta({ description: 'what staff have set; null: one of the first four' }),
      answers: z
        .object({ ok: z.boolean(), since: moment, waiting: z.int() })
        .nullable()
        .meta({ description: 'whether it answers, since when, and how many commands wait; null: not asked' }),
      read_at: moment.nullable().meta({ description: 'its feed was last read wholly' }),
    }),
  ),
  source: 'docs/calls.md 7',
});

export const listStaffMaintenance = endpoint({
  name: 'listStaffMaintenance',
  method: 'GET',
  path: '/staff/api/maintenance',
  summary: 'Announced works that are not over, by their beginning',
  caller: 'staff.read',
  data: z.array(
    z.object({
      partner: z.int(),
      title: z.string(),
      message: z.string(),
      start: moment,
      end: moment,
      running: z.boolean(),
    }),
  ),
  source: 'docs/calls.md 7',
});

const staffNews = z.object({
  id: z.int(),
  date: z.string(),
  title: z.string(),
  html: z.string().meta({ description: 'sanitised, as clients get it' }),
  hidden: z.boolean(),
});

export const listStaffNews = endpoint({
  name: 'listStaffNews',
  method: 'GET',
  path: '/staff/api/news',
  summary: 'All news, hidden ones too, newest first',
  caller: 'staff.read',
  data: z.array(staffNews),
  source: 'docs/calls.md 7',
});

const newsFields = z.object({
  date: day,
  title: requiredText(200),
  html: requiredText(50_000),
  hidden: absentWhenEmpty(flag),
});

export const previewNews = endpoint({
  name: 'previewNews',
  changesNothing: true,
  method: 'POST',
  path: '/staff/api/news/preview',
  summary: 'What clients would see of a text; changes nothing',
  caller: 'staff.runProgramme',
  body: z.object({ html: requiredText(50_000) }),
  data: z.object({ html: z.string() }),
  source: 'docs/calls.md 7',
});

export const addNews = endpoint({
  name: 'addNews',
  method: 'POST',
  path: '/staff/api/news',
  summary: 'Publishes an item of news',
  caller: 'staff.runProgramme',
  idempotent: true,
  body: newsFields,
  data: staffNews,
  source: 'docs/calls.md 7',
});

export const changeNews = endpoint({
  name: 'changeNews',
  method: 'PUT',
  path: '/staff/api/news/:id',
  summary: 'Changes an item of news, hides it or shows it again',
  caller: 'staff.runProgramme',
  params: idParams,
  body: newsFields,
  data: staffNews,
  source: 'docs/calls.md 7',
});

/** Visitors of the landing page, which is built beforehand, go on seeing that of the operator's file. */
export const putHolidayNotice = endpoint({
  name: 'putHolidayNotice',
  method: 'PUT',
  path: '/staff/api/holiday-notice',
  summary:
    'The holiday announcement in the cabinet, from its first day to its last; without days there is none',
  caller: 'staff.runProgramme',
  body: z
    .object({
      title: requiredText(200),
      text: requiredText(2000),
      from: absentWhenEmpty(day),
      to: absentWhenEmpty(day),
    })
    .refine(({ from, to }) => (from === undefined) === (to === undefined), {
      path: ['to'],
      message: 'Укажите оба дня или ни одного',
    })
    .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      path: ['to'],
      message: 'Последний день раньше первого',
    }),
  data: z.object({}),
  source: 'docs/calls.md 7',
});

const changedStation = z.object({
  title: z.string(),
  place: z.string(),
  changes: z.array(z.string()).meta({ description: '«Цена ДТ: 74,50 → 75,10»' }),
});

export const previewStations = endpoint({
  name: 'previewStations',
  changesNothing: true,
  method: 'POST',
  path: '/staff/api/stations/preview',
  summary: 'What a CSV would change in the station list; changes nothing',
  caller: 'staff.runProgramme',
  body: z.object({}),
  file: 'file',
  data: z.object({
    version: z.int().meta({ description: 'of the list that it was compared with' }),
    stations: z.int(),
    added: z.int(),
    changed: z.int(),
    removed: z.int(),
    same: z.int(),
    problems: z
      .array(z.string())
      .meta({ description: 'lines that can’t be read: nothing is loaded with them' }),
    unknown_brands: z
      .array(z.object({ brand: z.string(), stations: z.int() }))
      .meta({ description: 'brands that no network has: their stations count as those of other networks' }),
    examples: z.object({
      added: z.array(changedStation),
      changed: z.array(changedStation),
      removed: z.array(changedStation),
    }),
  }),
  source: 'docs/calls.md 7',
});

const stationLoad = z.object({
  id: z.int(),
  at: moment,
  by: z.string(),
  before: z.int(),
  after: z.int(),
  undone: z.object({ at: moment, by: z.string() }).nullable(),
  undoable: z.boolean().meta({ description: 'it is the newest, and nothing newer was loaded' }),
});

export const listStationLoads = endpoint({
  name: 'listStationLoads',
  method: 'GET',
  path: '/staff/api/stations/loads',
  summary: 'Who has loaded which list of stations, newest first',
  caller: 'staff.read',
  data: z.array(stationLoad),
  source: 'docs/calls.md 7',
});

/** Refuses: 404 no such load; 409 something newer was loaded, or it is undone already. */
export const undoStations = endpoint({
  name: 'undoStations',
  method: 'POST',
  path: '/staff/api/stations/loads/:id/undo',
  summary: 'Puts the list back that stood before the newest load',
  caller: 'staff.runProgramme',
  params: idParams,
  data: z.object({ stations: wholeNumber(0) }),
  source: 'docs/calls.md 7',
});

export type StaffNews = EndpointData<typeof listStaffNews>[number];
