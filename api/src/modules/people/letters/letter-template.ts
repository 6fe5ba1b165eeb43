import { escapeHtml } from '../../../lib/escape-html.ts';
import type { LetterText } from './letter.ts';

export interface LetterForms {
  subject: string;
  plain: string;
  html: string;
}

/** Who writes, and how the reader leaves. */
export interface LetterFoot {
  operator: string;
  phone: string;
  site: string;
  /** Null in a letter that can't be switched off. */
  unsubscribeUrl: string | null;
}

/**
 * The one template of all letters: plain text that is complete by itself, and simple HTML with its styles in place, which
 * every mail program shows: no pictures, nothing that is loaded, dark and light by the program's own choice.
 */
export function layOutLetter(text: LetterText, foot: LetterFoot): LetterForms {
  return { subject: text.subject, plain: plainOf(text, foot), html: htmlOf(text, foot) };
}

function plainOf({ paragraphs, action, notes = [] }: LetterText, foot: LetterFoot): string {
  const { operator, phone, site, unsubscribeUrl } = foot;
  const blocks = [
    ...paragraphs,
    `${action.label}:\n${action.url}`,
    ...notes,
    `-- \n${operator}, топливные карты\n${[phone, site].filter(Boolean).join('\n')}`,
    ...(unsubscribeUrl === null ? [] : [`Не получать такие письма:\n${unsubscribeUrl}`]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

const FONT = 'font-family:Arial,Helvetica,sans-serif';
const BODY = `${FONT};font-size:16px;line-height:24px;color:#1c1d1f`;
const SMALL = `${FONT};font-size:13px;line-height:20px;color:#5a5d63`;

function htmlOf({ subject, paragraphs, action, notes = [] }: LetterText, foot: LetterFoot): string {
  const { operator, phone, site, unsubscribeUrl } = foot;
  const url = escapeHtml(action.url);
  const lines = [
    `<p style="margin:0 0 24px;${FONT};font-size:18px;line-height:24px;font-weight:bold;color:#1c1d1f">${escapeHtml(operator)}</p>`,
    `<h1 style="margin:0 0 16px;${FONT};font-size:22px;line-height:28px;color:#1c1d1f">${escapeHtml(subject)}</h1>`,
    ...paragraphs.map((one) => `<p style="margin:0 0 16px;${BODY}">${escapeHtml(one)}</p>`),
    `<p style="margin:24px 0"><a href="${url}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#ffd200;${FONT};font-size:16px;line-height:20px;font-weight:bold;color:#1c1d1f;text-decoration:none">${escapeHtml(action.label)}</a></p>`,
    `<p style="margin:0 0 8px;${SMALL}">Если кнопка не открывается, скопируйте адрес:<br><a href="${url}" style="color:#5a5d63;word-break:break-all">${url}</a></p>`,
    ...notes.map((one) => `<p style="margin:0 0 8px;${SMALL}">${escapeHtml(one)}</p>`),
    `<p style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #d9dade;${SMALL}">${[
      `${escapeHtml(operator)}, топливные карты`,
      ...(phone ? [escapeHtml(phone)] : []),
      `<a href="${escapeHtml(site)}" style="color:#5a5d63">${escapeHtml(site)}</a>`,
      ...(unsubscribeUrl === null
        ? []
        : [`<a href="${escapeHtml(unsubscribeUrl)}" style="color:#5a5d63">Не получать такие письма</a>`]),
    ].join('<br>')}</p>`,
  ];
  return `<!doctype html>
<html lang="ru">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:0;background:#f2f3f5">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f2f3f5"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:12px"><tr><td align="left" style="padding:32px 24px">
${lines.join('\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}
