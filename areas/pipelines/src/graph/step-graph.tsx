import { type CSSProperties, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Box, type DrawnEdge, drawEdge, swerveWidth } from './draw-edge.ts';
import { type Edge, type GraphPlan, type GraphStep, planGraph } from './plan-graph.ts';
import './step-graph.css';

interface StepGraphProps<Step extends GraphStep> {
  /** What the picture shows, for those who cannot see it. */
  label: string;
  steps: readonly Step[];
  /** The content of a step's card. */
  children: (step: Step) => ReactNode;
  /** The state that colours a step and the lines that leave it. */
  getState?: (step: Step) => string;
}

/** The picture may be wider than its place; then the keyboard has to be able to move it. */
const reachable = { tabIndex: 0 };

/** Looks where the cards stand and draws the lines between them. */
function draw(list: HTMLElement, plan: GraphPlan<GraphStep>): (Edge & DrawnEdge)[] {
  const boxes = new Map<string, Box>();
  for (const item of list.querySelectorAll<HTMLElement>(':scope > [data-cell]')) {
    const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height } = item;
    // A lane that is not shown has no place.
    if (width > 0 || item.dataset.lane === undefined) boxes.set(item.dataset.cell ?? '', { left, top, width, height });
  }
  const isFromRight = getComputedStyle(list).direction === 'rtl';
  return plan.edges.flatMap((edge) => {
    const [from, to] = [boxes.get(edge.from), boxes.get(edge.to)];
    if (!from || !to) return [];
    const lanes = edge.lanes.flatMap((id) => boxes.get(id) ?? []);
    return [{ ...edge, ...drawEdge(from, to, lanes, edge.swerve, isFromRight) }];
  });
}

/** The lines, drawn anew when a card or the page changes its size. */
function useDrawing(plan: GraphPlan<GraphStep>) {
  const list = useRef<HTMLOListElement>(null);
  const [drawing, setDrawing] = useState<readonly (Edge & DrawnEdge)[]>([]);
  useLayoutEffect(() => {
    const shown = list.current;
    if (!shown) return undefined;
    const look = () => setDrawing(draw(shown, plan));
    const observer = new ResizeObserver(look);
    for (const element of [shown, ...shown.children]) observer.observe(element);
    look();
    return () => observer.disconnect();
  }, [plan]);
  return { list, drawing };
}

/**
 * The steps of a pipeline as a picture: each stands after all that it needs, and a line leads to it from each of those.
 * For those who cannot see it, the cards are a list in an order in which they may happen; each says what it needs.
 */
export function StepGraph<Step extends GraphStep>({ label, steps, children, getState }: StepGraphProps<Step>) {
  const plan = useMemo(() => planGraph(steps), [steps]);
  const { list, drawing } = useDrawing(plan);
  const [pointed, setPointed] = useState<string>();
  const states = new Map(steps.map((step) => [step.id, getState?.(step)]));
  const style = { '--columns': plan.columns, '--swerves': `${plan.swerves * swerveWidth}px` } as CSSProperties;
  return (
    <section className="pl-graph" aria-label={label} {...reachable} onPointerLeave={() => setPointed(undefined)}>
      <div style={style}>
        <svg aria-hidden="true">
          {drawing.map(({ from, to, line, head }) => (
            <g key={`${from} ${to}`} data-from={from} data-to={to} data-state={states.get(from)} data-pointed={pointed === from || pointed === to || undefined}>
              <path d={line} />
              <path className="pl-head" d={head} />
            </g>
          ))}
        </svg>
        <ol ref={list}>
          {plan.steps.map(({ step, column, row }) => (
            <li
              key={step.id}
              className="pl-step"
              data-cell={step.id}
              data-state={getState?.(step)}
              style={{ gridColumn: column, gridRow: row }}
              onPointerEnter={() => setPointed(step.id)}
            >
              {children(step)}
            </li>
          ))}
          {plan.lanes.map(({ id, column, row }) => (
            <li key={id} className="pl-lane" aria-hidden="true" data-cell={id} data-lane="" style={{ gridColumn: column, gridRow: row }} />
          ))}
        </ol>
      </div>
    </section>
  );
}
