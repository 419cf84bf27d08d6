import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { ArrowDown, ArrowUp, CircleAlert, GripVertical, Trash2 } from 'lucide-react';
import { stepText } from '../app/flows/step-texts.ts';
import { IconButton } from '../ui/button.tsx';
import type { DraftStep } from './flow-draft.ts';

interface StepListProps {
  steps: readonly DraftStep[];
  chosen: number;
  locked: boolean;
  hasFault: (index: number) => boolean;
  onChoose: (index: number) => void;
  onMove: (from: number, to: number) => void;
  onRemove: (index: number) => void;
}

/** The steps in the order in which the person sees them; moved by dragging, by keys on the handle, or by the arrows. */
export function StepList({ steps, onMove, ...rest }: StepListProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const keys = steps.map((step, index) => `${step.id} ${index}`);
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const from = keys.indexOf(String(active.id));
    const to = over === null ? -1 : keys.indexOf(String(over.id));
    if (from >= 0 && to >= 0 && from !== to) onMove(from, to);
  };
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={onDragEnd}>
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
        <ol aria-label="Steps" className="flex flex-col gap-2">
          {steps.map((step, index) => (
            <StepItem
              key={keys[index]}
              sortKey={keys[index] ?? ''}
              step={step}
              index={index}
              count={steps.length}
              onMove={onMove}
              {...rest}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

type StepItemProps = Omit<StepListProps, 'steps'> & { sortKey: string; step: DraftStep; index: number; count: number };

function StepItem({
  sortKey,
  step,
  index,
  count,
  chosen,
  locked,
  hasFault,
  onChoose,
  onMove,
  onRemove,
}: StepItemProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: sortKey,
    disabled: locked,
  });
  const { name, Icon } = stepText(step.type);
  const active = index === chosen;
  return (
    <li
      ref={setNodeRef}
      style={{ transform: transform === null ? undefined : `translate3d(0, ${transform.y}px, 0)`, transition }}
      className={`flex items-center gap-1 rounded-xl border bg-surface py-2 pr-2 pl-1 ${active ? 'border-accent' : 'border-line'} ${isDragging ? 'z-10 shadow-float' : 'shadow-card'}`}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={`Move ${step.id}`}
        className="flex size-8 shrink-0 cursor-grab touch-none items-center justify-center rounded-md text-faint hover:text-ink"
      >
        <GripVertical aria-hidden className="size-4" />
      </button>
      <button
        type="button"
        aria-pressed={active}
        onClick={() => onChoose(index)}
        className="flex min-w-0 flex-1 items-center gap-3 py-1 text-left"
      >
        <span className="flex size-8 shrink-0 items-center justify-center rounded-lg bg-sunken text-soft">
          <Icon aria-hidden className="size-4" />
        </span>
        <span className="min-w-0">
          <span className="flex items-center gap-1.5 font-medium">
            {index + 1}. {name}
            {hasFault(index) && <CircleAlert aria-label="has a fault" className="size-4 text-bad" />}
          </span>
          <code className="block truncate font-mono text-xs text-faint">{step.id}</code>
        </span>
      </button>
      {!locked && (
        <span className="flex shrink-0">
          <IconButton label={`Move ${step.id} up`} disabled={index === 0} onClick={() => onMove(index, index - 1)}>
            <ArrowUp aria-hidden className="size-4" />
          </IconButton>
          <IconButton
            label={`Move ${step.id} down`}
            disabled={index === count - 1}
            onClick={() => onMove(index, index + 1)}
          >
            <ArrowDown aria-hidden className="size-4" />
          </IconButton>
          <IconButton label={`Remove ${step.id}`} disabled={count === 1} onClick={() => onRemove(index)}>
            <Trash2 aria-hidden className="size-4" />
          </IconButton>
        </span>
      )}
    </li>
  );
}
