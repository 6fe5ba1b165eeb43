import { Refusal } from '../../../errors.ts';
import { readAnswerXml, type Answer } from './answer-xml.ts';

export type ParsedAnswer = { ok: true; answer: Answer } | { ok: false; problem: string };

/** Reads a buyer's file in a worker: what it refuses with is cloned as a sentence. */
export function parseAnswer(bytes: Uint8Array): ParsedAnswer {
  try {
    return { ok: true, answer: readAnswerXml(Buffer.from(bytes)) };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, problem: error.message };
    throw error;
  }
}
