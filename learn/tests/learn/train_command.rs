//! The commands `train`, `samples`, `eval-check` and `speed`.
#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout, clippy::unreachable, clippy::unwrap_used)]

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use crate::common::{interrupt, random_games, write_games};
use lancet::eval::nnue::{Architecture, Model};
use lancet_learn::samples::Filter;
use lancet_learn::train::{Kind, Overrides, Quantized, Train};

fn learn(folder: &Path, words: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lancet-learn"))
        .current_dir(folder)
        .args(words.split_whitespace())
        .output()
        .unwrap()
}

#[track_caller]
fn output(folder: &Path, words: &str) -> String {
    let output = learn(folder, words);
    assert!(output.status.success(), "{words}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn error(folder: &Path, words: &str) -> String {
    let output = learn(folder, words);
    assert_eq!(output.status.code(), Some(2), "{words}: {output:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn games(folder: &Path) {
    write_games(&folder.join("some.games"), &random_games(60, 31), 60);
}

#[test]
fn games_are_trained_to_a_network() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    games(folder);
    let options = "--epochs 3 --batch 256 --held-out 0.2 --lambda 0.2 --threads 2";
    let text = output(folder, &format!("train some.games --out a.lnn --hidden 32 --buckets 2 {options}"));
    for part in ["positions of 60 games", "epoch 3 of 3", "held-out loss: ", "a.lnn: network"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let model = Model::load(&folder.join("a.lnn")).unwrap();
    let Architecture::Network(network) = model.architecture() else { panic!("not a network") };
    assert_eq!((network.hidden(), network.buckets(), network.scale()), (32, 2, 400));
    assert!(model.description().contains("some.games") && model.description().contains("3 epochs"));
    let csv = fs::read_to_string(folder.join("a.csv")).unwrap();
    assert_eq!(csv.lines().count(), 4);
    assert!(csv.starts_with("epoch,train_loss,held_out_loss,rate,seconds\n1,"), "{csv}");
    let svg = fs::read_to_string(folder.join("a.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("polyline") && svg.trim_end().ends_with("</svg>"));

    let check = "eval-check some.games --positions 1500";
    let text = output(folder, &format!("{check} --net a.lnn --checkpoint a.ckpt"));
    assert!(text.starts_with("1500 positions: engine and trainer differ on 0\n"), "{text}");
    assert!(text.contains("over 1500 positions"), "{text}");

    output(folder, "samples some.games --out some.samples --held-out 0.2");
    let text = output(
        folder,
        "train some.samples --out b.lnn --hidden 32 --buckets 2 --threads 2 --epochs 3 --batch 256",
    );
    assert!(text.contains(" samples (") && !text.contains(" games"), "{text}");
    output(folder, "train some.samples --out linear.lnn --kind linear --epochs 3 --batch 256");
    output(folder, &format!("{check} --net linear.lnn --checkpoint linear.ckpt"));
    let wrong = error(folder, &format!("{check} --net linear.lnn --checkpoint a.ckpt"));
    let expected = "network 'linear.lnn' was not written from checkpoint 'a.ckpt'";
    assert!(wrong.contains(expected), "{wrong}");

    // Resuming a complete training only writes the network again.
    fs::copy(folder.join("a.ckpt"), folder.join("kept")).unwrap();
    output(folder, "train some.games --out again.lnn --resume kept");
    let bytes = |name: &str| fs::read(folder.join(name)).unwrap();
    assert_eq!(bytes("a.lnn"), bytes("again.lnn"));
    // The learning curve would overwrite the checkpoint.
    for extension in ["csv", "svg"] {
        let name = format!("curve.{extension}");
        fs::copy(folder.join("a.ckpt"), folder.join(&name)).unwrap();
        let message = error(folder, &format!("train some.games --out curve.lnn --resume {name}"));
        assert!(message.contains("the file is also an input"), "{message}");
        assert_eq!(bytes("a.ckpt"), bytes(&name));
    }
    let text = output(folder, "train some.games --out tuned.lnn --from a.ckpt --epochs 1 --held-out 0.2");
    assert!(text.contains("32 units and 2 buckets"), "{text}");
    let fine = "train some.games --out fine.lnn --from a.ckpt --fine-output --epochs 1 --held-out 0.2";
    let text = output(folder, fine);
    assert!(text.contains("32 units and 2 buckets, fine output weights"), "{text}");
    // The version of the format.
    assert_eq!((bytes("tuned.lnn")[8], bytes("fine.lnn")[8]), (1, 2));
}

/// The default learning rate is that of the batch, with any number of samples.
#[test]
fn the_learning_rate_follows_the_batch() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    games(folder);
    for (batch, rate) in [("--batch 8191", "0.001 to "), ("--batch 8192", "0.0014 to "), ("", "0.001 to ")] {
        let text = output(folder, &format!("train some.games --out a.lnn --kind linear --epochs 1 {batch}"));
        assert!(text.contains(&format!(", learning rate {rate}")), "{text}");
    }
}

/// Starts a training that writes a checkpoint after each step, and waits for the first one.
fn begun(folder: &Path, words: &str) -> Child {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lancet-learn"))
        .current_dir(folder)
        .args(words.split_whitespace())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !folder.join("a.ckpt").exists() {
        assert!(child.try_wait().unwrap().is_none(), "the training has ended");
        thread::sleep(Duration::from_millis(1));
    }
    child
}

/// A training that is killed or interrupted in the middle gives the same network when it is resumed.
#[test]
fn a_killed_training_is_resumed_with_the_same_network() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    games(folder);
    let plan = "train some.games --hidden 64 --buckets 2 --epochs 12 --batch 64 --held-out 0.2 --threads 2";
    output(folder, &format!("{plan} --out whole.lnn"));
    let whole = fs::read(folder.join("whole.lnn")).unwrap();
    let begin = format!("{plan} --out a.lnn --checkpoint-every 0");

    let mut killed = begun(folder, &begin);
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert!(!folder.join("a.lnn").exists(), "the training was complete before it was killed");
    let text = output(folder, "train some.games --out a.lnn --resume a.ckpt");
    assert!(text.contains("resuming after step "), "{text}");
    assert!(fs::read(folder.join("a.lnn")).unwrap() == whole);

    if cfg!(unix) {
        fs::remove_file(folder.join("a.ckpt")).unwrap();
        fs::remove_file(folder.join("a.lnn")).unwrap();
        let begun = begun(folder, &begin);
        let ended = interrupt(begun);
        assert_eq!(ended.status.code(), Some(130), "{ended:?}");
        let text = String::from_utf8(ended.stdout).unwrap();
        assert!(text.contains("stopped after step ") && text.contains("--resume a.ckpt"), "{text}");
        assert!(!folder.join("a.lnn").exists());
        output(folder, "train some.games --out a.lnn --resume a.ckpt");
        assert!(fs::read(folder.join("a.lnn")).unwrap() == whole);
    }
}

/// The command that trains `a.lnn` for three epochs.
fn linear(folder: &Path) -> Train {
    Train {
        files: vec![folder.join("some.games").into()],
        out: folder.join("a.lnn").into(),
        resume: None,
        from: None,
        like: None,
        checkpoint_every: None,
        overrides: Overrides { kind: Some(Kind::Linear), epochs: Some(3), ..Overrides::default() },
        filter: Filter::default(),
    }
}

/// An output that is closed once the last epoch is printed.
#[derive(Default)]
struct Closed(Vec<u8>);

impl Write for Closed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.ends_with(b"\n") && String::from_utf8_lossy(&self.0).contains("epoch 3 of 3") {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The network is written before its loss is printed.
#[test]
fn a_network_is_written_if_its_loss_cannot_be_printed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    games(folder);
    let mut out = Closed::default();
    linear(folder).train(&mut || false, &mut out).unwrap_err();
    assert!(String::from_utf8(out.0).unwrap().contains("epoch 3 of 3"));
    assert!(Model::load(&folder.join("a.lnn")).is_ok());
    // The checkpoint stores that it was written: another training may replace it.
    assert!(linear(folder).train(&mut || false, &mut Vec::new()).unwrap());
}

/// A new training does not replace the checkpoint of an unfinished one.
#[test]
fn an_unfinished_training_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    games(folder);
    let train = linear(folder);
    let checkpoint = || fs::read(folder.join("a.ckpt")).unwrap();
    assert!(!train.train(&mut || true, &mut Vec::new()).unwrap(), "stopped after the first step");
    let before = checkpoint();

    fs::copy(folder.join("a.ckpt"), folder.join("b.ckpt")).unwrap();
    for again in ["--kind linear --epochs 3", "--from b.ckpt", "--resume b.ckpt"] {
        let message = error(folder, &format!("train some.games --out a.lnn {again}"));
        let expected =
            "it holds an unfinished training (0 of 3 epochs complete); resume it with --resume 'a.ckpt'";
        assert!(message.contains(expected), "{message}");
        assert_eq!(checkpoint(), before);
    }
    let message = error(folder, "train some.games --out d.lnn --from b.ckpt --decay 0.5");
    assert!(message.contains("a linear model has no weight decay"), "{message}");
    // One that cannot be read may be the work of another version. What is not a checkpoint is replaced.
    let mut newer = before.clone();
    newer[8..10].copy_from_slice(&99_u16.to_le_bytes());
    fs::write(folder.join("c.ckpt"), &newer).unwrap();
    let message = error(folder, "train some.games --out c.lnn --kind linear --epochs 3");
    assert!(message.contains("cannot be read (unsupported version 99, expected at most "), "{message}");
    assert_eq!(fs::read(folder.join("c.ckpt")).unwrap(), newer);
    fs::write(folder.join("c.ckpt"), "notes").unwrap();
    output(folder, "train some.games --out c.lnn --kind linear --epochs 3");
    output(folder, "train some.games --out a.lnn --resume a.ckpt");
    // A complete training is replaced, but not if its network is missing.
    fs::rename(folder.join("a.lnn"), folder.join("moved.lnn")).unwrap();
    let message = error(folder, "train some.games --out a.lnn --kind linear --epochs 3");
    assert!(message.contains("holds a complete training whose network was not written"), "{message}");
    fs::remove_file(folder.join("a.csv")).unwrap();
    output(folder, "train some.games --out a.lnn --resume a.ckpt");
    assert_eq!(fs::read(folder.join("a.lnn")).unwrap(), fs::read(folder.join("moved.lnn")).unwrap());
    assert!(folder.join("a.csv").exists(), "the curve is written again");
    output(folder, "train some.games --out a.lnn --kind linear --epochs 3");
    assert!(train.train(&mut || false, &mut Vec::new()).unwrap());
    // The samples are not those of the checkpoint.
    let message = error(folder, "train some.games some.games --out a.lnn --resume a.ckpt");
    assert!(message.contains("cannot resume 'a.ckpt': the training began with other samples"), "{message}");
}

/// Returns the parameters of a network file.
fn load(path: &Path) -> Quantized {
    Quantized::of(&Model::load(path).unwrap())
}

#[test]
fn like_takes_the_scale_of_another_network() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    games(folder);
    let train = "train some.games --hidden 32 --buckets 2 --epochs 2 --batch 256 --held-out 0.2 --threads 2";
    output(folder, &format!("{train} --out a.lnn"));
    let trained = load(&folder.join("a.lnn"));
    let wide = trained.clone().scaled(8000).model().unwrap();
    fs::write(folder.join("wide.lnn"), wide.to_bytes("wide")).unwrap();

    let text = output(folder, &format!("{train} --out b.lnn --like wide.lnn"));
    assert!(text.contains("a scale of "), "{text}");
    let like = load(&folder.join("b.lnn"));
    // The median of the other network is rounded to units.
    assert!((7900..=8100).contains(&like.scale()), "{}", like.scale());
    assert_eq!(like.scaled(400), trained, "only the scale differs");
    output(folder, "eval-check some.games --positions 500 --net b.lnn --checkpoint b.ckpt");
    let written = fs::read(folder.join("b.lnn")).unwrap();
    for other in ["", " --like a.lnn"] {
        let refused = error(folder, &format!("train some.games --out b.lnn --resume b.ckpt{other}"));
        assert!(refused.contains("pass the same network with --like"), "{refused}");
    }
    let refused = error(folder, "train some.games --out a.lnn --resume a.ckpt --like wide.lnn");
    assert!(refused.contains("the training began without --like"), "{refused}");
    output(folder, "train some.games --out b.lnn --resume b.ckpt --like wide.lnn");
    assert!(fs::read(folder.join("b.lnn")).unwrap() == written);
    let linear = error(folder, "train some.games --out l.lnn --kind linear --like wide.lnn");
    assert!(linear.contains("a linear model has no scale"), "{linear}");
}

/// A network with too large a quantization error does not replace a good one, nor does another training its checkpoint.
/// A scale of 80000 enlarges the error.
#[test]
fn an_inaccurate_network_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    games(folder);
    let train =
        "train some.games --out a.lnn --hidden 32 --buckets 1 --middle 8 --epochs 2 --batch 256 --threads 2";
    output(folder, train);
    let good = fs::read(folder.join("a.lnn")).unwrap();
    let wide = load(&folder.join("a.lnn")).scaled(80_000).model().unwrap();
    fs::write(folder.join("wide.lnn"), wide.to_bytes("wide")).unwrap();
    let message = error(folder, &format!("{train} --like wide.lnn"));
    let expected = "cannot write network 'a.lnn': quantization error is too large: ";
    assert!(message.contains(expected), "{message}");
    assert!(message.ends_with("; expected at most 2 units\n"), "{message}");
    assert!(fs::read(folder.join("a.lnn")).unwrap() == good);
    let checkpoint = fs::read(folder.join("a.ckpt")).unwrap();
    let message = error(folder, train);
    assert!(message.contains("holds a complete training whose network was not written"), "{message}");
    assert!(fs::read(folder.join("a.ckpt")).unwrap() == checkpoint);
}

#[test]
fn invalid_arguments_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    games(folder);
    let cases = [
        ("train none --out a.lnn", "cannot read"),
        ("train some.games --out a.ckpt", "beside the network"),
        ("train some.games --out some.games", "the file is also an input"),
        ("train some.games --out some.x --from some.ckpt", "the file is also an input"),
        ("train some.games --out a.lnn --hidden 33", "invalid number of hidden units '33'"),
        ("train some.games --out a.lnn --buckets 3", "invalid number of output buckets '3'"),
        ("train some.games --out a.lnn --king-buckets 3", "invalid number of king buckets '3'"),
        (
            "train some.games --out a.lnn --kind linear --hidden 64",
            "a linear model has no layers, output weights or buckets",
        ),
        (
            "train some.games --out a.lnn --kind linear --king-buckets 4",
            "a linear model has no layers, output weights or buckets",
        ),
        ("train some.games --out a.lnn --middle 0", "invalid number of middle units '0'"),
        ("train some.games --out a.lnn --middle 4", "invalid number of middle units '4'"),
        (
            "train some.games --out a.lnn --kind linear --middle 8",
            "a linear model has no layers, output weights or buckets",
        ),
        ("train some.games --out a.lnn --kind linear --material", "--middle <N>"),
        ("train some.games --out a.lnn --like none", "cannot load network 'none': "),
        ("train some.games --out a.lnn --like some.games", "not a Lancet network file"),
        ("train some.games --out a.lnn --kind linear --decay 0.5", "a linear model has no weight decay"),
        ("train some.games --out a.lnn --result-weight 1.5", "expected a number from 0 to 1"),
        ("train some.games --out a.lnn --lr 0", "expected a number above 0, at most 1"),
        (
            "train some.games --out a.lnn --lr 0.001 --last-lr 0.1",
            "--last-lr 0.1 must not be above --lr 0.001",
        ),
        (
            "train some.games --out a.lnn --epochs 3 --rounded-epochs 9",
            "--rounded-epochs 9 must not be above --epochs 3",
        ),
        ("train some.games --out a.lnn --held-out 1", " are held out"),
        ("play --out b.games --soft 1000 --hard 10", "--soft 1000 must not be above --hard 10"),
        ("train some.games --out a.lnn --resume some.games", "not a checkpoint"),
        ("train some.games --out a.lnn --resume x --epochs 3", "cannot be used with"),
        ("train some.games --out nowhere/a.lnn --epochs 1", "cannot write 'nowhere/a.lnn'"),
        ("eval-check some.games --net some.games", "not a Lancet network file"),
        ("speed --hidden 64 5", "invalid number of hidden units '5'"),
        ("speed --middle 4", "invalid number of middle units '4'"),
        ("speed --king-buckets 2", "invalid number of king buckets '2'"),
    ];
    for (words, expected) in cases {
        let message = error(folder, words);
        assert!(message.contains(expected), "{words}: {message}");
    }
}
