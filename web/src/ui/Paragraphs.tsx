type Props = {
  /** Plain text with blank lines between its paragraphs. */
  text: string;
  /** Its first paragraph is a title that stands elsewhere already. */
  untitled?: boolean;
};

/** A text that came as plain text: an agreement, a consent. */
export function Paragraphs({ text, untitled = false }: Props) {
  return text
    .split(/\n\s*\n/)
    .slice(untitled ? 1 : 0)
    .map((paragraph, index) => <p key={index}>{paragraph}</p>);
}
