import sax from 'sax';
import { TableProblem, UNREADABLE_TABLE } from './table-limits.ts';

/** The parts of a workbook are flat: a text with its formats stands at the ninth level. */
const MAX_DEPTH = 32;
const MAX_ATTRIBUTES = 200;

export interface XmlReader {
  /** Names come without their prefix. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
  /** Returns true when the rest of the part is not needed. */
  isDone?(): boolean;
}

/**
 * Reads XML in UTF-8 as it arrives. The parser itself refuses names, attributes and comments above 64 KB; a declaration of
 * types is refused here, so that nothing is expanded. Throws TableProblem, or what the reader throws.
 */
export async function readXml(chunks: AsyncIterable<Uint8Array>, reader: XmlReader): Promise<void> {
  // Without positions the parser would not look at its limits.
  const parser = sax.parser(true, { position: true });
  let depth = 0;
  let attributes = 0;
  const refuse = (): never => {
    throw new TableProblem(UNREADABLE_TABLE);
  };
  parser.onerror = refuse;
  parser.ondoctype = refuse;
  parser.onattribute = () => {
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES) refuse();
  };
  parser.onopentag = ({ name, attributes: found }) => {
    attributes = 0;
    depth += 1;
    if (depth > MAX_DEPTH) refuse();
    reader.open?.(withoutPrefix(name), found as Record<string, string>);
  };
  parser.ontext = (text) => reader.text?.(text);
  parser.oncdata = (text) => reader.text?.(text);
  parser.onclosetag = (name) => {
    depth -= 1;
    reader.close?.(withoutPrefix(name));
  };
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of chunks) {
    parser.write(decoder.decode(chunk, { stream: true }));
    if (reader.isDone?.()) return;
  }
  parser.write(decoder.decode()).close();
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
