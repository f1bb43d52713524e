import { notifyFailure } from '@packhouse/console-kit/lists/failure.tsx';
import { useSession } from '@packhouse/console-kit/session/session.ts';
import { Button, CopyButton, Icon } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { t } from '../onboarding-words.ts';
import { playVideo } from './education-state.ts';
import { lesson } from './education-words.ts';
import { fillCommand, type Video } from './lessons.ts';

interface PlayerProps {
  video: Video;
  open: boolean;
  played: boolean;
  onOpen: () => void;
}

/** A video made of words: scene after scene appears, commands are typed. Readers who want less motion see all of it at once. */
export function Player({ video, open, played, onOpen }: PlayerProps) {
  const { baseUrl, name, kind } = useSession();
  const [take, setTake] = useState(0);
  const place = { base: baseUrl || window.location.origin, user: name };
  const play = () => {
    onOpen();
    setTake(take + 1);
    if (kind === 'user') playVideo(video.id).catch((error: Error) => notifyFailure(error));
  };
  return (
    <section className="education-video" aria-label={lesson(video.title)}>
      <header>
        <Icon name={played ? 'good' : 'play'} size={20} label={played ? t('played') : t('notPlayed')} />
        <h4>{lesson(video.title)}</h4>
        <Button size="small" icon={take > 0 && open ? 'refresh' : 'play'} onClick={play}>
          {take > 0 && open ? t('playAgain') : t('play')}
        </Button>
      </header>
      {open && take > 0 && (
        <ol key={take} className="education-scenes">
          {video.scenes.map(({ say, run }, index) => {
            const command = run && fillCommand(run, place);
            return (
              <li key={say} style={{ '--scene': index } as React.CSSProperties}>
                <p>{lesson(say)}</p>
                {command && (
                  <div className="education-command">
                    <code>{command}</code>
                    <CopyButton value={command} what={t('command')} />
                  </div>
                )}
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
