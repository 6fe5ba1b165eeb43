import { AREAS } from './module-order.ts';

/**
 * Refuses citations of documents that a reader cannot open. Migrations are never edited, docs/specification.md explains
 * theirs.
 */
export function checkCitations(file: string, text: string): string[] {
  if (
    /^api\/src\/db\/migrations\/|^scripts\/checks\/check-(structure|texts)|^docs\/specification\.md$/.test(
      file,
    )
  )
    return [];
  const cited = /\b(api|domain|product|look|stack|house|spec|speed-and-safety)\.md\b/.exec(text)?.[0];
  return cited
    ? [`${cited} is not in the repository: cite the law, a public document or a page of docs/.`]
    : [];
}

/** ARCHITECTURE.md draws each area once, with its modules in the order of `module-order.ts`; comments follow the modules. */
export function checkDrawing(file: string, text: string): string[] {
  if (file !== 'ARCHITECTURE.md') return [];
  const areas = Object.entries(AREAS);
  const drawing = text.split('## The tree of the back end')[1]?.split('```')[1] ?? '';
  return areas.flatMap(([area, modules]) => {
    const [, drawn = '', ...again] = drawing.split(new RegExp(`^${area}(?= )`, 'm'));
    const words = (drawn.split(/\n(?=\S)/)[0] ?? '').match(/[a-z-]+/g) ?? [];
    const isDrawn = again.length === 0 && words.slice(0, modules.length).join() === modules.join();
    return isDrawn
      ? []
      : [`The tree draws "${area}" once, with ${modules.join(', ')} (scripts/checks/module-order.ts).`];
  });
}

/** Texts that only their writer understood, and second notations; each with what stands instead. */
const GIVEN_UP_RUSSIAN: readonly (readonly [pattern: string, instead: string])[] = [
  ['держ(?:ит|ат)(?:ся)?', '«контролирует», «закрыл», «принимает» or «остаются»'],
  ['[Уу]держан(?:а|ы|ные|ная) карт[а-яё]*|Удерживается', '«заблокированы»'],
  ['Что не так', '«Подозрительные заправки» or «Ошибка»'],
  ['Дать правила многим', '«Сразу нескольким»'],
  ['снимает ограничение', '«0 — без лимита»'],
  ['Снять это ограничение здесь', '«Без этого ограничения»'],
  ['тогдашн[а-яё]+', '«на тот день»'],
  ['Уверенность', '«Вероятность»'],
  ['Специалист только смотрит', '«У вас просмотр: менять может менеджер или администратор»'],
  ['Ответа ждём', '«Кто отвечает»'],
  ['пока (?:её )?не откроют', '«открывать перед заправкой»'],
  ['Правило право', 'what happened'],
  ['хватит на то, о чём', 'what is allowed'],
  ['Пройдёт ли заправка', '«Проверить заправку»'],
  ['судьбу', 'what is decided'],
  ['админ(?:а|у|ом|ы|ов|ам|ами)?', '«администратор» (the role is called «Админ»)'],
  ['SMS(?!-информировани)[ -][а-яё]+|[А-Яа-яё]+ SMS(?!-информировани)', '«СМС»'],
  ['[Кк]арт[а-яё]* …(?:[0-9]|\\$\\{)', '«•• 4000»: `shortNumber`'],
  ['СМС (?:не )?(?:ушла|отправлена|отправилась|пришла)', '«СМС отправлено»'],
];

const RUSSIAN = GIVEN_UP_RUSSIAN.map(
  ([pattern, instead]) =>
    [new RegExp(`(?<![а-яёА-ЯЁ])(?:${pattern.replaceAll(' ', '\\s+')})(?![а-яё])`, 'u'), instead] as const,
);

/** Texts of screens, and tests that name them, use the words of the field. Comments are English, so code is read whole. */
export function checkRussian(file: string, text: string): string[] {
  if (!/^(?:api|contract|e2e|web)\/.*\.tsx?$/.test(file)) return [];
  return RUSSIAN.flatMap(([pattern, instead]) => {
    const found = pattern.exec(text);
    if (!found) return [];
    const line = text.slice(0, found.index).split('\n').length;
    return [`Line ${line} says "${found[0].replaceAll(/\s+/g, ' ')}": write ${instead}.`];
  });
}
