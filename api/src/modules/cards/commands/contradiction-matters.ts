import type { Contradiction } from './contradiction.ts';
import type { ContradictionKind } from './contradiction-store.ts';
import { contradictionProblem, contradictionSides, deedTitle } from './contradiction-words.ts';
import { findContradiction } from './find-contradiction.ts';
import { listContradictions } from './list-contradictions.ts';
import { listInWords } from './list-in-words.ts';
import type { Acknowledgeable, MatterKind, MatterWords } from './matter-kind.ts';
import type { Matter } from './matter.ts';

type Heard = Contradiction & Matter & { subject: string };

/** «Сеть передумала»: a command that has ended is answered otherwise. */
export const answerMatter = contradictionMatter('answer');
/** «Изменённые продажи»: a known sale is told otherwise. */
export const resaleMatter = contradictionMatter('resale');
/** «Чужие ответы»: an answer to a command that we have not sent. */
export const strayMatter = contradictionMatter('stray');

function contradictionMatter(kind: ContradictionKind): MatterKind & Acknowledgeable {
  return {
    list: listInWords(
      (db) => listContradictions(db, kind),
      (one) => wordsOf({ kind, ...one } as Heard),
    ),
    findUnread: (tx, id) => findContradiction(tx, kind, id),
  };
}

function wordsOf(heard: Heard): MatterWords {
  return {
    asked: askedOf(heard),
    problem: contradictionProblem(heard),
    details: [{ label: heard.kind === 'resale' ? 'Номер у сети' : 'Номер команды', value: heard.subject }],
    compared: contradictionSides(heard),
    deeds: ['acknowledge'],
  };
}

function askedOf(heard: Heard): string {
  switch (heard.kind) {
    case 'answer':
      return deedTitle(heard.ours.deed);
    case 'resale':
      return heard.ours.kind === 'sale' ? 'Продажа' : 'Возврат';
    case 'stray':
      return 'Ответ на команду';
  }
}
