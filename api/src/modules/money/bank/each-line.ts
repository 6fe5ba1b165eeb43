/** The lines of a text, one at a time, however they end: no list of them all is made. */
export function* eachLine(text: string): Generator<string> {
  const end = /\r\n|\r|\n/g;
  let from = 0;
  for (let match = end.exec(text); match; match = end.exec(text)) {
    yield text.slice(from, match.index);
    from = end.lastIndex;
  }
  yield text.slice(from);
}
