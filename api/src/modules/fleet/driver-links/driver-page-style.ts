/**
 * Style of the driver's page. It is big and plain, because it is read in the sun and tapped in gloves. The tones are
 * those of the cabinet (web/src/ui/theme).
 */
export const DRIVER_PAGE_STYLE = `
:root{color-scheme:light dark;--page:light-dark(#f7f8f8,#0f1214);--surface:light-dark(#fff,#171b1f);--line:light-dark(#c3cad0,#3d474f);
--ink:light-dark(#14171a,#eef1f3);--ink-2:light-dark(#444e57,#b8c1c9);--go:light-dark(#0b6641,#4cc38a);--stop:light-dark(#b0261a,#ff8a7a);
--go-soft:light-dark(#e6f4ed,#15291f);--stop-soft:light-dark(#fcebe9,#331a18);--track:light-dark(#dfe4e7,#2a3238)}
*{box-sizing:border-box}
body{margin:0;overflow-wrap:anywhere;background:var(--page);color:var(--ink);font:18px/26px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:560px;margin:0 auto;padding:16px 16px 40px;display:grid;grid-template-columns:minmax(0,1fr);gap:16px}
h1{margin:0;font-size:30px;line-height:36px}
h2{margin:0 0 8px;font-size:20px;line-height:28px}
p{margin:0}
.quiet{color:var(--ink-2);font-size:16px;line-height:24px}
section{background:var(--surface);border:1px solid var(--line);border-radius:16px;padding:16px}
.state{padding:14px 16px;border-radius:16px;font-weight:700;font-size:20px;line-height:28px}
.state p{font-weight:400;font-size:18px;line-height:26px}
.facts{color:var(--ink);font-weight:400;font-size:18px;line-height:26px}
.why{display:grid;grid-template-columns:auto minmax(0,1fr);gap:4px 12px}
.why>p,.why>div{grid-column:2}
.pic{width:32px;height:32px;grid-row:span 3;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
nav{display:flex;flex-wrap:wrap;gap:4px}
nav a{flex:1 0 52px;min-height:44px;padding:8px 0;border:1px solid var(--line);border-radius:10px;text-align:center;font-size:16px;color:inherit;text-decoration:none}
nav [aria-current]{border:2px solid var(--ink);font-weight:700}
.go{background:var(--go-soft);color:var(--go)}
.stop{background:var(--stop-soft);color:var(--stop)}
.left{font-size:56px!important;line-height:64px!important;font-weight:700!important;font-variant-numeric:tabular-nums}
.code{font-size:min(56px,(100vw - 70px)/6)!important;white-space:nowrap}
.whole{font-weight:600}
.qr{display:block;width:100%;max-width:340px;margin:12px auto;background:#fff;border-radius:8px;forced-color-adjust:none}
meter{width:100%;height:16px;margin-top:8px}
ul{list-style:none;margin:0;padding:0}
.goods{display:flex;flex-wrap:wrap;gap:8px}
.goods li{padding:6px 14px;border:1px solid var(--line);border-radius:999px;font-weight:600}
.rows li{display:grid;grid-template-columns:minmax(0,1fr) auto;align-items:baseline;gap:0 12px;padding:12px 0;border-top:1px solid var(--line)}
.rows li:first-child{border-top:0}
.rows b{font-variant-numeric:tabular-nums;white-space:nowrap}
.rows span{grid-column:1/-1}
.rows a{color:inherit;display:inline-block;padding:10px 0}
.plan{list-style:none;counter-reset:stop;margin:8px 0 0;padding:0}
.plan li{counter-increment:stop;display:grid;grid-template-columns:auto 1fr auto;gap:0 12px;padding:16px 0;border-top:1px solid var(--line)}
.plan li::before{content:counter(stop);width:32px;height:32px;border-radius:8px;background:#ffc400;color:#14171a;font-weight:700;line-height:32px;text-align:center}
.plan b{font-size:24px;line-height:32px;font-variant-numeric:tabular-nums;white-space:nowrap}
.plan p,.plan a{grid-column:2/-1}
.plan a{color:inherit;padding:10px 0;font-weight:600}
.done{color:var(--go);font-weight:600}
button,.button{display:block;width:100%;min-height:60px;border:0;border-radius:14px;background:#ffc400;color:#14171a;font:inherit;
font-size:20px;font-weight:700;text-align:center;text-decoration:none;padding:16px;cursor:pointer}
.second{background:none;color:var(--ink);border:2px solid var(--line)}
label{display:block;margin-bottom:8px;font-weight:600}
select{width:100%;min-height:60px;padding:8px 16px;border:2px solid var(--line);border-radius:14px;background:var(--surface);color:var(--ink);font:inherit}
input{width:100%;min-height:60px;padding:8px 16px;border:2px solid var(--line);border-radius:14px;background:var(--surface);color:var(--ink);
font:inherit;font-size:30px;line-height:40px;font-weight:700;letter-spacing:.2em}
form{display:grid;gap:12px}
.rows p,details{grid-column:1/-1}
summary{min-height:48px;padding:10px 0;text-decoration:underline;cursor:pointer}
details input{font-size:20px;line-height:28px;font-weight:400;letter-spacing:0}
.wrong{color:var(--stop);font-weight:600}
:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
[hidden]{display:none}
footer{color:var(--ink-2);font-size:16px;line-height:24px;display:grid;gap:12px}
footer a{color:inherit;display:inline-block;padding:10px 0}
@media print{button,form,nav,footer{display:none}}
@media (forced-colors:active){.state,button,.button{border:2px solid}}
`;
