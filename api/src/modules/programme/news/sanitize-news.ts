import sanitizeHtml from 'sanitize-html';

const TAGS = 'p h2 h3 h4 ul ol li b strong i em br hr blockquote a table thead tbody tr th td';

/**
 * The HTML of a text that is safe for a browser: paragraphs, headings, lists, emphasis, tables, links to pages and mail.
 * Nothing that runs, loads, styles or posts; a link to another site does not reveal where it was opened.
 */
export function sanitizeNews(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: TAGS.split(' '),
    allowedAttributes: { a: ['href', 'rel'], th: ['scope'] },
    allowedSchemes: ['https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }), h1: 'h2' },
  });
}
