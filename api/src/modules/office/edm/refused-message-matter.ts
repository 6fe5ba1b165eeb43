import { listInWords } from '../../cards/commands/list-in-words.ts';
import type { Acknowledgeable, MatterKind } from '../../cards/commands/matter-kind.ts';
import { findRefusedMessage } from './find-refused-message.ts';
import { listRefusedMessages } from './list-refused-messages.ts';

/** «Отказы в подписи»: a document that the company has refused to sign. */
export const refusedMessageMatter = {
  list: listInWords(listRefusedMessages, ({ title }) => ({
    asked: title,
    problem: 'Клиент отказался подписать документ',
    deeds: ['acknowledge'],
  })),
  findUnread: findRefusedMessage,
} satisfies MatterKind & Acknowledgeable;
