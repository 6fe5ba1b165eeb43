type Props = {
  /** Plain text with blank lines between its paragraphs. */
  text: string;
  /** Leaves out the first paragraph: it is a title that is already shown elsewhere. */
  untitled?: boolean;
};

/** Renders a text that arrives as plain text, such as an agreement or a consent. */
export function Paragraphs({ text, untitled = false }: Props) {
  return text
    .split(/\n\s*\n/)
    .slice(untitled ? 1 : 0)
    .map((paragraph, index) => <p key={index}>{paragraph}</p>);
}
