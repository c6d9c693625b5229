/** A block in a list: its id, drawn by its state, and linked to the same block everywhere else. */
import type { ComponentChildren } from 'preact';
import type { Block } from '../../model/block.ts';
import { pinned, pointed } from './state.ts';

interface Props {
  block: Block;
  /** Read out after the state; also the reason why the chip stands here. */
  about?: string;
  changed?: boolean;
  children?: ComponentChildren;
}

export function Chip({ block, about, changed = false, children }: Props) {
  return (
    <button
      type="button"
      class="chip"
      data-item
      data-state={block.state}
      data-shared={Math.min(block.ref, 3)}
      data-changed={changed}
      aria-label={`Block ${block.id}, ${stateWords(block)}${about ? `, ${about}` : ''}`}
      aria-pressed={pinned.value === block.id}
      {...linked(block.id)}
    >
      {children ?? block.id}
    </button>
  );
}

/** What makes an element stand for a block: pointing, focusing and choosing it light the block up. */
export function linked(id: number) {
  return {
    'data-block': id,
    onPointerEnter: () => {
      pointed.value = id;
    },
    onPointerLeave: () => {
      pointed.value = undefined;
    },
    onFocus: () => {
      pointed.value = id;
    },
    onBlur: () => {
      pointed.value = undefined;
    },
    onClick: () => {
      pinned.value = pinned.value === id ? undefined : id;
    },
  };
}

export function stateWords(block: Block): string {
  if (block.state !== 'used') return block.state;
  return block.ref > 1 ? `used, shared by ${block.ref}` : 'used, ref 1';
}
