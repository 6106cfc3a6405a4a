"use strict";
(() => {
  const $ = (sel, root = document) => root.querySelector(sel);
  const $$ = (sel, root = document) => [...root.querySelectorAll(sel)];
  const make = (tag, props = {}, ...children) => {
    const el = Object.assign(document.createElement(tag), props);
    el.append(...children);
    return el;
  };

  // Theme: as the system, light, dark. What was chosen is kept if the browser lets us.
  const themes = ["", "light", "dark"];
  const themeNames = ["as the system", "light", "dark"];
  const themeButton = $(".theme");
  let theme = 0;
  const setTheme = (n) => {
    theme = n;
    if (themes[n]) document.documentElement.dataset.theme = themes[n];
    else delete document.documentElement.dataset.theme;
    themeButton.textContent = "Theme: " + themeNames[n];
  };
  try { setTheme(Math.max(0, themes.indexOf(localStorage.getItem("easim-theme") || ""))); } catch { setTheme(0); }
  themeButton.hidden = false;
  themeButton.addEventListener("click", () => {
    setTheme((theme + 1) % themes.length);
    try { localStorage.setItem("easim-theme", themes[theme]); } catch { /* not kept */ }
  });

  // Tables: a click on a head sorts; long tables show their first rows.
  const keyOf = (row, i) => {
    const cell = row.cells[i];
    if (!cell) return "";
    return cell.dataset.v !== undefined ? Number(cell.dataset.v) : cell.textContent;
  };
  const compare = (a, b) => {
    if (typeof a === "number" && typeof b === "number") return a - b;
    if (typeof a === "number") return -1;
    if (typeof b === "number") return 1;
    return a.localeCompare(b, undefined, { numeric: true });
  };
  for (const table of $$("table")) {
    const body = table.tBodies[0];
    const limit = Number(table.dataset.limit || 0);
    let all = !limit || body.rows.length <= limit + 3;
    const show = () => [...body.rows].forEach((r, i) => { r.hidden = !all && i >= limit; });
    if (!all) {
      const button = make("button", { type: "button", className: "more", textContent: `Show all ${body.rows.length} rows` });
      button.addEventListener("click", () => { all = true; show(); button.remove(); });
      table.parentElement.after(button);
      window.addEventListener("beforeprint", () => { all = true; show(); });
      show();
    }
    if (body.rows.length < 2) continue;
    [...table.tHead.rows[0].cells].forEach((th, i) => {
      if (!th.textContent) return;
      const button = make("button", { type: "button" }, ...th.childNodes);
      th.replaceChildren(button);
      button.addEventListener("click", () => {
        const down = th.getAttribute("aria-sort") === "ascending";
        for (const other of th.parentElement.cells) other.removeAttribute("aria-sort");
        th.setAttribute("aria-sort", down ? "descending" : "ascending");
        const rows = [...body.rows].map((row) => ({ row, key: keyOf(row, i) }));
        rows.sort((a, b) => {
          const order = compare(a.key, b.key);
          return down && (typeof a.key) === (typeof b.key) ? -order : order;
        });
        body.append(...rows.map((r) => r.row));
        show();
      });
    });
  }

  // Choices: of several figures of a section one kind is shown.
  for (const section of $$("section[data-choose]")) {
    const figures = $$("figure[data-choice]", section);
    const names = [...new Set(figures.map((f) => f.dataset.choice))];
    if (names.length < 2) continue;
    const group = make("div", { className: "choice" });
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", "Choose a " + section.dataset.choose);
    const pick = (name) => {
      for (const f of figures) f.hidden = f.dataset.choice !== name;
      for (const b of group.children) b.setAttribute("aria-pressed", String(b.textContent === name));
    };
    for (const name of names) {
      const b = make("button", { type: "button", textContent: name });
      b.addEventListener("click", () => pick(name));
      group.append(b);
    }
    figures[0].before(group);
    pick(names[0]);
  }

  // The tip beside the pointer.
  const tip = $("#tip");
  const hideTip = () => { tip.hidden = true; };
  const showTip = (text, x, y) => {
    if (tip.textContent !== text) tip.textContent = text;
    tip.hidden = false;
    const box = tip.getBoundingClientRect(), edge = 8;
    let left = x + 14, top = y + 14;
    if (left + box.width > innerWidth - edge) left = Math.max(edge, x - box.width - 14);
    if (top + box.height > innerHeight - edge) top = Math.max(edge, y - box.height - 14);
    tip.style.left = left + "px";
    tip.style.top = top + "px";
  };

  // A picture on the screen: which of its two forms is shown, and its scale.
  const shown = (plot, data) => {
    const svg = $$(":scope > svg", plot).find((s) => s.getBoundingClientRect().width > 0);
    if (!svg) return null;
    const form = svg.classList.contains("wide") ? data.wide : data.narrow;
    const box = svg.getBoundingClientRect(), base = plot.getBoundingClientRect();
    return { svg, form, box, scale: box.width / form.size[0], dx: box.left - base.left, dy: box.top - base.top };
  };
  const markAt = (form, i) => {
    const m = form.marks;
    return { x: m[5 * i], y: m[5 * i + 1], w: m[5 * i + 2], h: m[5 * i + 3], tip: m[5 * i + 4] };
  };
  const outline = (plot) => {
    const hit = make("div", { className: "hit", hidden: true });
    plot.append(hit);
    return (s, x, y, w, h) => {
      const dot = w === 0 && h === 0, r = dot ? 8 : 1;
      hit.classList.toggle("dot", dot);
      hit.hidden = false;
      hit.style.left = s.dx + x * s.scale - r + "px";
      hit.style.top = s.dy + y * s.scale - r + "px";
      hit.style.width = w * s.scale + 2 * r + "px";
      hit.style.height = h * s.scale + 2 * r + "px";
      return hit;
    };
  };
  const focusable = (plot, title) => {
    plot.tabIndex = 0;
    plot.setAttribute("role", "group");
    plot.setAttribute("aria-label", title + ". " + plot.dataset.hint);
  };

  // Pictures of marks: bars, points, rows.
  const marks = (figure, plot, data) => {
    const place = outline(plot);
    const hit = $(".hit", plot);
    let current = -1;
    const leave = () => { hit.hidden = true; hideTip(); current = -1; };
    const select = (i, s, x, y) => {
      const m = markAt(s.form, i);
      current = i;
      place(s, m.x, m.y, m.w, m.h);
      showTip(data.tips[m.tip], x ?? s.box.left + (m.x + m.w / 2) * s.scale, y ?? s.box.top + (m.y + m.h / 2) * s.scale);
    };
    const find = (s, x, y) => {
      let best = -1, least = Infinity;
      for (let i = 0; i < s.form.marks.length / 5; i++) {
        const m = markAt(s.form, i);
        const dx = Math.max(m.x - x, 0, x - m.x - m.w), dy = Math.max(m.y - y, 0, y - m.y - m.h);
        const d = Math.hypot(dx, dy) * s.scale;
        if (d < least && d <= (m.w === 0 ? 28 : 2) && data.tips[m.tip]) { least = d; best = i; }
      }
      return best;
    };
    plot.addEventListener("pointermove", (e) => {
      const s = shown(plot, data);
      if (!s) return;
      const i = find(s, (e.clientX - s.box.left) / s.scale, (e.clientY - s.box.top) / s.scale);
      if (i < 0) leave(); else select(i, s, e.clientX, e.clientY);
    });
    plot.addEventListener("pointerleave", leave);
    plot.addEventListener("blur", leave);
    plot.addEventListener("keydown", (e) => {
      const s = shown(plot, data);
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
      if (e.key === "Escape") leave();
      if (!s || !step) return;
      e.preventDefault();
      const n = s.form.marks.length / 5;
      for (let k = 0, i = current; k < n; k++) {
        i = (i + step + n) % n;
        if (data.tips[markAt(s.form, i).tip]) { select(i, s); break; }
      }
    });
  };

  // Pictures of time: lanes of spans, with zoom.
  const lanes = (figure, plot, data) => {
    const place = outline(plot);
    const hit = $(".hit", plot);
    const time = data.time, whole = time.to * 1000; // µs
    const tools = $(".tools", figure);
    const out = make("output");
    let from = 0, to = whole, lane = -1, span = -1;

    const digits = (unit) => Math.max(0, Math.ceil(-Math.log10(unit)));
    const ms = (us, unit = 0.001) => (us / 1000).toFixed(Math.min(4, digits(unit)));
    const axis = (svg, form) => {
      const [x, y, w, h] = form.plot;
      for (const t of $$(":scope > text", svg)) {
        const ty = Number(t.getAttribute("y"));
        if (ty > y + h && ty < y + h + 18) t.remove();
      }
      const n = Math.max(3, Math.floor(w / 90)), rough = (to - from) / 1000 / n;
      const power = 10 ** Math.floor(Math.log10(rough));
      const unit = [1, 2, 5, 10].map((f) => f * power).find((u) => u >= rough * 0.999);
      for (let t = Math.ceil(from / 1000 / unit) * unit; t <= to / 1000 + unit * 1e-6; t += unit) {
        const label = document.createElementNS("http://www.w3.org/2000/svg", "text");
        const at = x + (t * 1000 - from) / (to - from) * w;
        for (const [k, v] of Object.entries({ x: at, y: y + h + 14, "font-size": 11, "text-anchor": "middle", class: "f-muted" })) label.setAttribute(k, v);
        label.textContent = t.toFixed(digits(unit));
        svg.append(label);
      }
    };
    const draw = () => {
      for (const svg of $$(":scope > svg", plot)) {
        const form = svg.classList.contains("wide") ? data.wide : data.narrow;
        const [x, y, w, h] = form.plot;
        $("svg.zoom", svg).setAttribute("viewBox", `${x + from / whole * w} ${y} ${(to - from) / whole * w} ${h}`);
        axis(svg, form);
      }
      out.textContent = `${ms(from, (to - from) / 1e6)} to ${ms(to, (to - from) / 1e6)} ms`;
    };
    const window_ = (a, b) => {
      const length = Math.min(whole, Math.max(20, b - a));
      from = Math.min(Math.max(0, a), whole - length);
      to = from + length;
      leave();
      draw();
    };
    const zoom = (factor, about = (from + to) / 2) => window_(about - (about - from) * factor, about + (to - about) * factor);
    const pan = (share) => window_(from + share * (to - from), to + share * (to - from));
    const leave = () => { hit.hidden = true; hideTip(); };

    const tell = (s, x, y) => {
      const row = time.lanes[lane], [px, , pw] = s.form.plot;
      const a = row[3 * span], b = row[3 * span + 1];
      const m = s.form.marks;
      let k = 0;
      while (k < m.length / 5 && m[5 * k + 4] !== lane) k++;
      const box = markAt(s.form, k);
      const toX = (t) => px + Math.min(1, Math.max(0, (t - from) / (to - from))) * pw;
      place(s, toX(a), box.y, toX(b) - toX(a), box.h);
      const length = b - a >= 1000 ? ((b - a) / 1000).toFixed(3) + " ms" : (b - a).toFixed(1) + " µs";
      showTip(`${time.names[lane]}: ${time.tips[row[3 * span + 2]]}\n${ms(a, 0.001)} to ${ms(b, 0.001)} ms (${length})`,
        x ?? s.box.left + toX((a + b) / 2) * s.scale, y ?? s.box.top + (box.y + box.h) * s.scale);
    };
    const at = (s, e) => {
      const x = (e.clientX - s.box.left) / s.scale, y = (e.clientY - s.box.top) / s.scale;
      const [px, , pw] = s.form.plot;
      return { y, t: from + (x - px) / pw * (to - from) };
    };
    const find = (s, p) => {
      lane = span = -1;
      for (let i = 0; i < s.form.marks.length / 5; i++) {
        const m = markAt(s.form, i);
        if (p.y >= m.y && p.y <= m.y + m.h) lane = m.tip;
      }
      if (lane < 0 || p.t < from || p.t > to) return false;
      const row = time.lanes[lane], slack = (to - from) / 400;
      let least = slack;
      for (let i = 0; i < row.length / 3; i++) {
        const d = Math.max(row[3 * i] - p.t, 0, p.t - row[3 * i + 1]);
        if (d < least || d === 0) { least = d; span = i; if (d === 0) break; }
      }
      return span >= 0;
    };

    let drag = null;
    const sel = make("div", { className: "sel", hidden: true });
    plot.append(sel);
    plot.addEventListener("pointerdown", (e) => {
      const s = shown(plot, data);
      if (!s || e.button !== 0) return;
      drag = { x: e.clientX, t: at(s, e).t, touch: e.pointerType === "touch", from, to };
      plot.setPointerCapture(e.pointerId);
    });
    plot.addEventListener("pointermove", (e) => {
      const s = shown(plot, data);
      if (!s) return;
      if (drag && Math.abs(e.clientX - drag.x) > 4) {
        leave();
        if (drag.touch) {
          const shift = (drag.x - e.clientX) / s.scale / s.form.plot[2] * (drag.to - drag.from);
          window_(drag.from + shift, drag.to + shift);
          return;
        }
        const base = plot.getBoundingClientRect();
        sel.hidden = false;
        sel.style.left = Math.min(drag.x, e.clientX) - base.left + "px";
        sel.style.width = Math.abs(e.clientX - drag.x) + "px";
        return;
      }
      if (find(s, at(s, e))) tell(s, e.clientX, e.clientY); else leave();
    });
    plot.addEventListener("pointerup", (e) => {
      const s = shown(plot, data);
      if (s && drag && !drag.touch && Math.abs(e.clientX - drag.x) > 4) {
        const t = at(s, e).t;
        window_(Math.max(0, Math.min(drag.t, t)), Math.min(whole, Math.max(drag.t, t)));
      }
      drag = null;
      sel.hidden = true;
    });
    plot.addEventListener("pointercancel", () => { drag = null; sel.hidden = true; });
    plot.addEventListener("pointerleave", leave);
    plot.addEventListener("blur", leave);
    plot.addEventListener("wheel", (e) => {
      const s = shown(plot, data);
      if (!s || !(e.ctrlKey || e.metaKey)) return;
      e.preventDefault();
      zoom(e.deltaY > 0 ? 1.25 : 0.8, at(s, e).t);
    }, { passive: false });
    plot.addEventListener("keydown", (e) => {
      const s = shown(plot, data);
      if (!s) return;
      const filled = time.lanes.map((row, i) => (row.length ? i : -1)).filter((i) => i >= 0);
      const middle = () => (lane >= 0 && span >= 0 ? (time.lanes[lane][3 * span] + time.lanes[lane][3 * span + 1]) / 2 : (from + to) / 2);
      const go = () => {
        const row = time.lanes[lane];
        span = Math.min(Math.max(span, 0), row.length / 3 - 1);
        const a = row[3 * span], b = row[3 * span + 1];
        if (b < from || a > to) { const keep = [lane, span]; window_((a + b - (to - from)) / 2, (a + b + (to - from)) / 2); [lane, span] = keep; }
        tell(s);
      };
      switch (e.key) {
        case "+": case "=": zoom(0.5, middle()); break;
        case "-": zoom(2, middle()); break;
        case "0": window_(0, whole); break;
        case "ArrowRight": lane < 0 ? lane = filled[0] : span++; go(); break;
        case "ArrowLeft": lane < 0 ? lane = filled[0] : span--; go(); break;
        case "ArrowDown": case "ArrowUp": {
          const t = middle(), step = e.key === "ArrowDown" ? 1 : -1;
          lane = lane < 0 ? filled[0] : filled[(filled.indexOf(lane) + step + filled.length) % filled.length];
          const row = time.lanes[lane];
          span = 0;
          for (let i = 0; i < row.length / 3; i++) if (row[3 * i] <= t) span = i;
          go();
          break;
        }
        case "Escape": leave(); break;
        default: return;
      }
      e.preventDefault();
    });

    for (const [name, label, act] of [["−", "Zoom out", () => zoom(2)], ["+", "Zoom in", () => zoom(0.5)], ["◀", "Earlier", () => pan(-0.5)],
      ["▶", "Later", () => pan(0.5)], ["Whole", "Show the whole cut", () => window_(0, whole)]]) {
      const b = make("button", { type: "button", textContent: name, title: label });
      b.setAttribute("aria-label", label);
      b.addEventListener("click", act);
      tools.append(b);
    }
    tools.append(out);
    tools.hidden = false;
    draw();
  };

  for (const figure of $$("figure")) {
    const plot = $(".plot", figure);
    const data = JSON.parse($("script", figure).textContent);
    focusable(plot, $("figcaption b", figure).textContent);
    (figure.dataset.kind === "lanes" ? lanes : marks)(figure, plot, data);
  }
  window.addEventListener("beforeprint", () => { for (const d of $$("details")) d.open = true; });
  window.addEventListener("keydown", (e) => { if (e.key === "Escape") hideTip(); });
  window.addEventListener("scroll", hideTip, { passive: true });
})();
