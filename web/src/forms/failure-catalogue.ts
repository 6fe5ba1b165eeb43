import { LIST_NOT_LOADED } from '../ui/states/LoadError.tsx';

/**
 * How the user sees a failure: under its `field`; as a red `list`; as a `general` error of the form or dialogue; as a
 * positive `notice`; as the browser's own `alert`; as a `bar` with a reload action; as a `view` in place of the
 * content; by being `led` elsewhere; or not at all, because it is only written to the `log`.
 */
type ErrorPlace = 'field' | 'list' | 'general' | 'notice' | 'alert' | 'bar' | 'view' | 'led' | 'log';

interface CatalogueRow {
  /** The specification's statements behind it. */
  ids: string;
  meets: ErrorPlace;
  /** Our own sentences; without them the server's are shown. */
  text?: string;
  /** The name in the server's log of a failure that the person is not shown. */
  logged?: string;
}

/** The whole error catalogue of spec section 8: screens take the words, and how they are shown, from here. */
export const CATALOGUE = {
  success: { ids: '§8.1', meets: 'notice' },
  badRequest: { ids: '§8.2', meets: 'general' },
  serverError: { ids: '§8.3', meets: 'general' },
  refusedInn: { ids: '§8.4', meets: 'field' },
  refusedCode: { ids: '§8.6 §8.9', meets: 'field' },
  refusedFields: { ids: '§8.7', meets: 'list' },
  onlyMessage: { ids: '§8.8', meets: 'general' },
  orderNotCreated: { ids: '§8.10', meets: 'general' },
  knownCarrier: { ids: '§8.11', meets: 'general' },
  signInFailed: { ids: '§8.12', meets: 'general' },
  limitSaved: { ids: '§8.13', meets: 'notice', text: 'Изменения успешно сохранены' },
  limitNotSaved: {
    ids: '§8.14 §8.15',
    meets: 'general',
    text: 'Не удалось сохранить данные. Попробуйте снова через несколько секунд',
  },
  actUploaded: { ids: '§8.16', meets: 'notice', text: 'Загрузка {file} выполнена успешно' },
  actNotUploaded: { ids: '§8.5 §8.17', meets: 'general', text: 'Ошибка: {message}' },
  thresholdNotChanged: { ids: '§8.18', meets: 'general', text: 'SMS-информирование изменить не удалось' },
  thresholdSet: {
    ids: '§8.19',
    meets: 'notice',
    text: 'SMS-информирование по достижению остатка баланса установлено',
  },
  thresholdChanged: {
    ids: '§8.20',
    meets: 'notice',
    text: 'Сумма остатка баланса для SMS-информирования изменена',
  },
  thresholdCancelled: { ids: '§8.21', meets: 'notice', text: 'SMS-информирование отменено' },
  listNotLoaded: {
    ids: '§8.22 §8.23',
    meets: 'bar',
    text: LIST_NOT_LOADED,
  },
  statusNotChanged: { ids: '§8.24', meets: 'alert' },
  objectionFailed: { ids: '§8.25', meets: 'general', text: 'Ошибка сервера.' },
  partnersNotLoaded: { ids: '§8.26', meets: 'view', text: 'Ошибка сервера. {message}' },
  distributionNotSaved: { ids: '§8.27', meets: 'alert', text: 'Сохранить не удалось' },
  roleNotChanged: { ids: '§8.28', meets: 'alert' },
  profileFailed: { ids: '§8.29', meets: 'led' },
  operationsNotListed: { ids: '§8.30', meets: 'alert' },
  termsNotChecked: { ids: '§8.31', meets: 'log', logged: 'checkTerms' },
  termsNotAccepted: { ids: '§8.32', meets: 'log', logged: 'acceptTerms' },
  reportNotDownloaded: { ids: '§8.33', meets: 'log', logged: 'report download' },
  goodsNotSaved: { ids: '§8.34', meets: 'log', logged: 'setCardGoods' },
  documentsNotListed: { ids: '§8.35', meets: 'log', logged: 'document list' },
  termsNotDownloaded: { ids: '§8.36', meets: 'log', logged: 'downloadTerms' },
  maintenanceOfEverything: { ids: '§8.37', meets: 'led' },
  fundsExceeded: { ids: '§8.38', meets: 'field' },
} as const satisfies Record<string, CatalogueRow>;

/** Fills the placeholders of a row's words: `{file}`, `{message}`. */
export function fill(words: string, known: Record<string, string>): string {
  return words.replace(/\{(\w+)\}/g, (whole, name: string) => known[name] ?? whole);
}
