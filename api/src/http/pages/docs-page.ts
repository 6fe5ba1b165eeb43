import { escapeHtml } from '../../lib/escape-html.ts';
import { formatSchema, type JsonSchema } from './format-schema.ts';

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters?: { name: string; in: string; required: boolean; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: { 200: { content: Record<string, { schema: JsonSchema }> } };
}

interface PublishedCall extends Operation {
  method: string;
  path: string;
}

interface Published {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
}

const PLACE: Record<string, string> = { path: 'путь', query: 'запрос', header: 'заголовок' };

/**
 * The OpenAPI document as a page: every call, by area. It has no script, and its one style element carries the nonce.
 */
export function docsPage(document: Record<string, unknown>, styleNonce: string): string {
  const { info, tags, paths } = document as unknown as Published;
  const calls: PublishedCall[] = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
  return `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Вызовы API · ${escapeHtml(info.title)}</title>
<style nonce="${styleNonce}">${STYLE}</style>
</head>
<body>
<a class="skip" href="#calls">К вызовам</a>
<header>
<p class="brand">${escapeHtml(info.title)}</p>
<h1>Вызовы API</h1>
<p class="lead">${escapeHtml(info.description)}, версия ${escapeHtml(info.version)}. Ответ — конверт <code>{code, data, message, error_messages, meta}</code>;
кто обращается, говорит ключ компании в <code>Authorization</code> или сеанс в <code>X-Auth-Token</code>. С чего начать: <a href="/developers">разработчикам</a>. Описание для программ: <a href="/api/openapi.json">openapi.json</a>.</p>
</header>
<div class="columns">
<nav aria-label="Разделы"><ul>${tags.map((tag) => `<li><a href="#${tag.name}">${escapeHtml(tag.description)}</a></li>`).join('')}</ul></nav>
<main id="calls">
${tags.map((tag) => area(tag, calls)).join('\n')}
</main>
</div>
</body>
</html>
`;
}

function area(tag: Published['tags'][number], calls: readonly PublishedCall[]): string {
  const own = calls.filter((call) => call.tags.includes(tag.name));
  return `<section id="${tag.name}"><h2>${escapeHtml(tag.description)}</h2>${own.map(callBlock).join('')}</section>`;
}

function callBlock(call: PublishedCall): string {
  const body = call.requestBody && Object.entries(call.requestBody.content);
  const [replyType, reply] = Object.entries(call.responses[200].content)[0] ?? [];
  return `<details id="${call.operationId}">
<summary><span class="method ${call.method.toLowerCase()}">${call.method}</span> <code class="path">${escapeHtml(call.path)}</code> <span class="what">${escapeHtml(call.summary)}</span></summary>
<p class="who">${escapeHtml(call.description)}</p>
${call.parameters ? parameterTable(call.parameters) : ''}
${body ? `<h3>Тело <small>${body.map(([type]) => escapeHtml(type)).join(', ')}</small></h3>${shape(body[0]?.[1].schema)}` : ''}
<h3>Ответ <small>${escapeHtml(replyType ?? '')}</small></h3>${shape(reply?.schema)}
</details>`;
}

function parameterTable(parameters: NonNullable<Operation['parameters']>): string {
  const rows = parameters.map(
    (parameter) =>
      `<tr><th scope="row"><code>${escapeHtml(parameter.name)}</code></th><td>${PLACE[parameter.in] ?? parameter.in}</td>` +
      `<td>${parameter.required ? 'да' : 'нет'}</td><td><code>${escapeHtml(formatSchema(parameter.schema))}</code></td></tr>`,
  );
  return `<h3>Параметры</h3><div class="scroll"><table><thead><tr><th scope="col">Имя</th><th scope="col">Где</th>
<th scope="col">Обязателен</th><th scope="col">Вид</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function shape(schema: JsonSchema | undefined): string {
  return schema ? `<pre tabindex="0"><code>${escapeHtml(formatSchema(schema))}</code></pre>` : '';
}

/** Colours of the application. This page is not part of the web application, so it has its own few rules. */
const STYLE = `
:root{color-scheme:light dark;--page:#f7f8f8;--surface:#fff;--inset:#eff1f2;--line:#e1e5e8;--ink:#14171a;--ink2:#55606a;--signal:#ffc400;--go:#0e7a4d;--stop:#c42b1c;--wait:#0b5cad}
@media(prefers-color-scheme:dark){:root{--page:#0f1214;--surface:#171b1f;--inset:#1f252a;--line:#2a3238;--ink:#eef1f3;--ink2:#a7b1ba;--go:#4cc38a;--stop:#ff8a7a;--wait:#6cb4f5}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/24px 'Golos Text',system-ui,sans-serif}
a{color:inherit;text-underline-offset:3px}
:focus-visible{outline:2px solid var(--ink);outline-offset:2px;border-radius:4px}
.skip{position:absolute;left:-999px}.skip:focus{left:16px;top:16px;background:var(--signal);color:#14171a;padding:8px 16px}
header,.columns{max-width:1120px;margin:0 auto;padding:0 16px}
header{padding-top:40px;padding-bottom:24px}
.brand{margin:0 0 8px;font-weight:600;display:inline-block;border-bottom:4px solid var(--signal)}
h1{margin:0 0 8px;font-size:32px;line-height:36px;letter-spacing:-.02em}
h2{font-size:24px;line-height:32px;margin:0 0 12px}
h3{font-size:14px;line-height:20px;margin:16px 0 6px}
small{color:var(--ink2);font-weight:400}
.lead{margin:0;max-width:70ch;color:var(--ink2)}
.columns{display:grid;grid-template-columns:220px minmax(0,1fr);gap:32px;padding-bottom:64px}
nav ul{position:sticky;top:24px;list-style:none;margin:0;padding:0;display:grid;gap:2px}
nav a{display:block;padding:10px 12px;border-radius:10px;text-decoration:none}
nav a:hover{background:var(--inset)}
section{scroll-margin-top:24px;margin-bottom:40px}
details{background:var(--surface);border:1px solid var(--line);border-radius:12px;margin-bottom:8px;padding:0 16px}
details[open]{padding-bottom:16px}
summary{cursor:pointer;padding:12px 28px 12px 0;position:relative;display:flex;flex-wrap:wrap;gap:4px 12px;align-items:baseline;list-style:none}
summary::-webkit-details-marker{display:none}
summary::after{content:'+';position:absolute;right:2px;top:12px;font-weight:600;color:var(--ink2)}
details[open]>summary::after{content:'\u2212'}
.method{font-size:13px;font-weight:600;min-width:60px}
.get{color:var(--go)}.post,.put{color:var(--wait)}.delete{color:var(--stop)}
code{font:14px/20px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.path{overflow-wrap:anywhere}
.what{color:var(--ink2);flex-basis:100%}
.who{margin:0;color:var(--ink2);font-size:14px;line-height:20px}
.scroll,pre{overflow-x:auto}
pre{background:var(--inset);border-radius:10px;padding:12px 16px;margin:0;max-height:480px}
table{border-collapse:collapse;width:100%;font-size:14px;line-height:20px}
th,td{text-align:left;padding:6px 12px 6px 0;border-bottom:1px solid var(--line);vertical-align:top;font-weight:400}
thead th{color:var(--ink2)}
@media(max-width:800px){.columns{grid-template-columns:1fr;gap:16px}nav ul{position:static;grid-auto-flow:row}}
`;
