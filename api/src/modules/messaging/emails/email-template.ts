import { escapeHtml } from '../../../lib/escape-html.ts';
import type { EmailFooter } from './email-footer.ts';
import type { EmailText } from './email.ts';

export interface RenderedEmail {
  subject: string;
  plain: string;
  html: string;
}

/**
 * The only template of all emails: plain text that is complete by itself, and simple HTML with inline styles, which
 * every mail program shows. It has no pictures and loads nothing. Programs that read style sheets show it dark on a
 * dark device.
 */
export function renderEmail(text: EmailText, foot: EmailFooter): RenderedEmail {
  return { subject: text.subject, plain: formatPlain(text, foot), html: formatHtml(text, foot) };
}

function formatPlain({ paragraphs, action, notes = [] }: EmailText, foot: EmailFooter): string {
  const { operator, legalName, address, phone, site, unsubscribeUrl } = foot;
  const blocks = [
    ...paragraphs,
    `${action.label}:\n${action.url}`,
    ...notes,
    `-- \n${operator}, топливные карты\n${[phone, site, legalName, address].filter(Boolean).join('\n')}`,
    ...(unsubscribeUrl === null ? [] : [`Не получать такие письма:\n${unsubscribeUrl}`]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

const FONT = 'font-family:Arial,Helvetica,sans-serif';
const BODY = `${FONT};font-size:16px;line-height:24px;color:#1c1d1f`;
const SMALL = `${FONT};font-size:13px;line-height:20px;color:#5a5d63`;
const BUTTON = `display:inline-block;padding:12px 24px;border-radius:8px;background:#ffd200;${FONT};font-size:16px;line-height:20px;font-weight:bold;color:#1c1d1f;text-decoration:none`;

/** Styles in place win over a sheet unless it insists. */
const DARK = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#161719!important}
.sheet{background:#232529!important}
.text{color:#f2f3f5!important}
.small{color:#b4b8bf!important}
.foot{border-color:#43464c!important}
.button{background:#ffd200!important;color:#1c1d1f!important}
}`;

/** Style of the text that is shown beside the subject in lists of emails, and nowhere in the email. */
const HIDDEN =
  'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all';

function formatHtml({ subject, paragraphs, action, notes = [] }: EmailText, foot: EmailFooter): string {
  const { operator } = foot;
  const url = escapeHtml(action.url);
  const lines = [
    `<p class="text" style="margin:0 0 24px;${FONT};font-size:18px;line-height:24px;font-weight:bold;color:#1c1d1f">${escapeHtml(operator)}</p>`,
    `<h1 class="text" style="margin:0 0 16px;${FONT};font-size:22px;line-height:28px;color:#1c1d1f">${escapeHtml(subject)}</h1>`,
    ...paragraphs.map(
      (paragraph) => `<p class="text" style="margin:0 0 16px;${BODY}">${escapeHtml(paragraph)}</p>`,
    ),
    `<p style="margin:24px 0"><a class="button" href="${url}" style="${BUTTON}">${escapeHtml(action.label)}</a></p>`,
    `<p class="small" style="margin:0 0 8px;${SMALL}">Если кнопка не открывается, скопируйте адрес:<br>${smallLink(url, url)}</p>`,
    ...notes.map((note) => `<p class="small" style="margin:0 0 8px;${SMALL}">${escapeHtml(note)}</p>`),
    formatFooter(foot),
  ];
  return `<!doctype html>
<html lang="ru">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title>
<style>${DARK}</style></head>
<body class="page" style="margin:0;padding:0;background:#f2f3f5">
<div style="${HIDDEN}">${escapeHtml(paragraphs.join(' '))}</div>
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f2f3f5"><tr><td align="center" style="padding:24px 12px">
<table class="sheet" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:12px"><tr><td align="left" style="padding:32px 24px">
${lines.join('\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

function formatFooter({ operator, legalName, address, phone, site, unsubscribeUrl }: EmailFooter): string {
  const texts = [`${operator}, топливные карты`, phone].filter(Boolean).map(escapeHtml);
  const lines = [
    ...texts,
    smallLink(escapeHtml(site), escapeHtml(site)),
    ...[legalName, address].map(escapeHtml),
    ...(unsubscribeUrl === null ? [] : [smallLink(escapeHtml(unsubscribeUrl), 'Не получать такие письма')]),
  ];
  return `<p class="small foot" style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #d9dade;${SMALL}">${lines.join('<br>')}</p>`;
}

function smallLink(url: string, html: string): string {
  return `<a class="small" href="${url}" style="color:#5a5d63;word-break:break-all">${html}</a>`;
}
